export { operations } from '../operations';
export { outputFormats } from '../outputs';
export { itemSource, itemSources, type BlockSource } from '../sources';
export { triggerSource, triggerSources, type TriggerSettings } from '../trigger-sources';
export { isOurs, registerKinds } from './register-kinds';
