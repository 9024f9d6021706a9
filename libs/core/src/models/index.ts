export { LiveStock, NativeGate, openModels, openNetwork, takeStock, tellNobody } from './runtime';
export type { Models, Network, NetworkTensor, OpenOptions } from './runtime';
export { catalogueModel, pullBytes, pullModel, readCatalogue, type CatalogueModel } from './pull';
export { Manifest } from './manifest';
export {
  identifyModel,
  listModels,
  prepareModels,
  readStock,
  type ModelEntry,
  type ModelPlaces,
  type PrepareProgress,
  type Stock,
} from './store';
export type {
  BodyPoint,
  BoundingBox,
  Classification,
  DetectedFace,
  DetectedObject,
  ExpressionReader,
  FaceDetector,
  ImageClassifier,
  ModelIdentity,
  ModelSource,
  ModelTask,
  ModelTasks,
  ObjectDetector,
  PoseEstimator,
  StageTimer,
  Strip,
  TextDetector,
  TextLine,
  TextOrientation,
  TextReader,
  TextRegion,
} from './tasks';
