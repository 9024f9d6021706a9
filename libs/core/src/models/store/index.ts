export { listModels, type ModelEntry } from './list';
export { locate, type ModelLocation } from './location';
export { prepareModels, type ModelPlaces, type PrepareProgress } from './prepare';
