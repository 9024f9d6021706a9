export { NativeGate, openModels, type Models, type OpenOptions } from './runtime';
export { listModels, prepareModels, readStock, type ModelEntry, type ModelPlaces, type PrepareProgress, type Stock, } from './store';
export type { BoundingBox, Classification, DetectedObject, ImageClassifier, ModelIdentity, ModelSource, ModelTask, ModelTasks, ObjectDetector, StageTimer, TextLine, TextReader, } from './tasks';
