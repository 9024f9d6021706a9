export { chooseDefault } from './chosen-defaults';
export { identifyModel } from './identify';
export { describeNetwork, type NetworkPort } from './network-ports';
export { describeModels, type ModelEntry } from './list';
export { readManifest } from '../manifest/read';
export { type ModelPaths, type PrepareProgress, prepareModels } from './prepare';
export { projectModelsDir } from '../manifest/project-folders';
export { digestOfModels, forCall, modelsFor } from './project-models';
export { type ModelRegistry, type ModelSet, type RegisteredModel, readModelRegistry } from './registry';
