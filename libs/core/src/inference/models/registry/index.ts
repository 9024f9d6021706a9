export { identifyModel } from './identify';
export { type ModelEntry, listModels } from './list';
export { type ModelPaths, type PrepareProgress, prepareModels } from './prepare';
export { type ModelRegistry, readModelRegistry } from './registry';
