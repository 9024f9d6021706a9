export { NativeGate } from './native-gate';
export { openModels, type Models, type OpenOptions } from './open-models';
