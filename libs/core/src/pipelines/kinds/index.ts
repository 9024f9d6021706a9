import { BUILTIN_KINDS } from './builtin-kinds';
import { isOurs, registerKinds } from './register-kinds';

for (const plugin of BUILTIN_KINDS) registerKinds(plugin, { isOurs: true });

export { operations } from '../operations';
export { outputFormats } from '../outputs';
export { itemSource, itemSources, type Source } from '../sources';
export { triggerSource, triggerSources, type TriggerSettings } from '../trigger-sources';
export { isOurs, registerKinds };
