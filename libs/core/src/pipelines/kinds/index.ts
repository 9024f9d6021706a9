import { BUILTIN_KINDS } from './builtin-kinds';
import { registerKinds, registerOwnKinds } from './register-kinds';

for (const plugin of BUILTIN_KINDS) registerOwnKinds(plugin);

export { operations } from '../operations';
export { outputFormats } from '../outputs';
export { itemSource, itemSources, type Source } from '../sources';
export { triggerSource, triggerSources, type TriggerSettings } from '../trigger-sources';
export { BUILTIN_KINDS, registerKinds };
