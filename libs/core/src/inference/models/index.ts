export { ModelWatcher } from './model-watcher';
export { type Models, type OpenOptions, openModels } from './open-models';
export { scanModels, scanPrepared } from './scan-models';
