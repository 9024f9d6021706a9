export { ModelWatcher } from './model-watcher';
export { type Models, openModels } from './open-models';
export { listModels, scanModels, scanPrepared, tryProjectModel } from './scan-models';
export { modelsOfCall } from './call-models';
export { callSignal } from './runtime/isolated/call-signal';
export { decoderNames, findDecoder, loadExtensions, type ModelExtensions, type ModelOpener } from './extensions';
