// What plugins, webhooks and the service may use of the core: explicit names, so that a change of this list is seen.
export {
  Config,
  didYouMean,
  ERRORS,
  loadConfig,
  LOG_LEVELS,
  nearest,
  newId,
  parseDuration,
  PerceptError,
  systemClock,
} from './kernel';
export type { Clock, ErrorCode, ErrorDetails, ErrorRecord, IdPrefix, LogLevel } from './kernel';
export { PICTURE_FORMATS } from './media';
export type { Picture, PictureFormat, PictureLimits, PictureProperties } from './media';
export type {
  BoundingBox,
  DetectedObject,
  ModelIdentity,
  ModelSource,
  ModelTask,
  ModelTasks,
  ObjectDetector,
  StageTimer,
} from './models';
export { capabilityPath, defineCapability, definePlugin, ImageInput } from './plugins';
export type {
  CallContext,
  CallInput,
  CallOptions,
  CallResult,
  CapabilityDefinition,
  Class,
  Handler,
  HostStats,
  PluginDefinition,
  PluginHost,
  Resolved,
  SetupContext,
} from './plugins';
export type { Store, Transaction } from './store';
export type { AddOptions, Job, JobContext, JobHandler, Lane, LaneWorker, Queue, WorkOptions } from './queue';
export { EVENT_TYPES } from './events';
export type { EventListener, Events, EventType, PerceptEvent } from './events';
export { ENDED, RUN_STATES } from './pipelines';
export type { Finding, ItemCounts, PipelineSummary, Pipelines, RunState, RunView, StartOptions } from './pipelines';
