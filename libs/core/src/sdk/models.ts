// `@percept/sdk/models`: the models that `setup` provides, and what they return.
export type {
  FoundPort,
  ModelArchitecture,
  ModelDraft,
  ModelFacts,
  OcrDescription,
  TowerDraft,
  TowersDraft,
} from '../inference/models/registry/add';
export type { ModelExtensions } from '../inference/models';
export { defineModelTask, type ModelTaskDefinition, type TaskModel } from '../inference/models/runtime';
export type { Candidate, DecodeOptions, DetectionDecoder } from '../inference/models/tasks/detection';
export { identifyModel } from '../inference/models/registry';
export { openImageEmbedder } from '../inference/models/tasks/embedding/embedder';
export { BACKGROUND_TEXTS } from '../inference/models/tasks/text-classification/background-texts';
export { inReadingOrder } from '../inference/models/tasks/text/layout/reading-order';
export type {
  BodyPoint,
  BoundingBox,
  Classification,
  ClassifiedText,
  DetectedFace,
  DetectedObject,
  Detail,
  EmbeddedText,
  EncodedText,
  ExpressionReader,
  FaceDetector,
  FaceEmbedder,
  FaceLandmarks,
  FaceToEmbed,
  ImageClassifier,
  ImageEmbedder,
  LoadedModel,
  ModelIdentity,
  ModelTask,
  ModelTasks,
  NamedSpan,
  NamedText,
  Network,
  NetworkTensor,
  ObjectDetector,
  PictureTexts,
  Port,
  PoseEstimator,
  TextClassifier,
  TextDetector,
  TextEmbedder,
  TextLine,
  TextLineCrop,
  TextOrientation,
  TextRereader,
  RereadLine,
  TextPart,
  TextReader,
  TextRegion,
  TextWord,
  TokenClassifier,
} from '../inference/models/runtime';
