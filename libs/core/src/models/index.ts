export type {
  BoundingBox,
  DetectedObject,
  ModelIdentity,
  ModelSource,
  ModelTask,
  ModelTasks,
  ObjectDetector,
  StageTimer,
} from './tasks';
