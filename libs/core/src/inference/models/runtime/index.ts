export type { Candidate, DecodeOptions, DetectionDecoder } from './detection-decoder';
export { type Frame, frameFor } from './frame';
export { framePixels, imageToTensor, type Pixels } from './image-tensor';
export type { LoadedModel } from './loaded-model';
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
  ModelIdentity,
  ModelSource,
  ModelTask,
  ModelTasks,
  NamedSpan,
  NamedText,
  ObjectDetector,
  PictureTexts,
  PoseEstimator,
  TimingRecorder,
  TextLineCrop,
  TextClassifier,
  TextDetector,
  TextEmbedder,
  RecognizedLine,
  TextOrientation,
  TextRereader,
  RereadLine,
  TextPart,
  TextReader,
  TextRegion,
  RecognizedWord,
  TokenClassifier,
} from './model-tasks';
export { checkModelTask, defineModelTask, type ModelTaskDefinition, type TaskModel } from './added-task';
export { NativeGate } from './native-gate';
export { type Network, type NetworkTensor, openNetwork } from './network';
export { type ModelPorts, portsFor } from './ports';
export { checkModel } from './open-session';
export type { Port, Session } from './session';
export { disableTelemetry } from './telemetry';
export { untimed } from './model-tasks';
