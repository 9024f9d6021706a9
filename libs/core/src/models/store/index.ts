export { charactersOf } from './alphabet';
export { chooseModel } from './choose';
export { identifyModel } from './identify';
export { listModels, type ModelEntry } from './list';
export { locate, type ModelLocation } from './location';
export { prepareModels, type ModelPlaces, type PrepareProgress } from './prepare';
export { pruneCopies } from './prune';
export { readStock, type BrokenModel, type Stock, type StockedModel } from './stock';
