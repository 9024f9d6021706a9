// What plugins, webhooks and the service may use of the core: explicit names, so that a change of this list is seen.
export {
  Config,
  collectGarbage,
  createLog,
  DEFAULT_ACCOUNT,
  didYouMean,
  ERRORS,
  fetchMedia,
  forbiddenAddress,
  ForbiddenAddressError,
  loadConfig,
  LOG_LEVELS,
  nearest,
  newId,
  outboundFailure,
  parseDuration,
  parseSecrets,
  PerceptError,
  readSecrets,
  safeAgent,
  Secrets,
  systemClock,
} from './kernel';
export type {
  AddressRules,
  FetchedMedia,
  FetchMediaOptions,
  OutboundFailure,
  OutboundFailureKind,
  Resolve,
  SafeAgentOptions,
} from './kernel';
export type { Clock, ErrorCode, ErrorDetails, ErrorRecord, IdPrefix, Log, LogLevel } from './kernel';
export { CLIP_CONTAINERS, findFfmpeg, openClip, openPicture, PICTURE_FORMATS, readBase64 } from './media';
export type {
  CameraData,
  CameraPlace,
  Clip,
  ClipContainer,
  ClipFrame,
  ClipProperties,
  ClipSettings,
  FfmpegPrograms,
  Picture,
  PictureFormat,
  PictureLimits,
  PictureMetadata,
  PictureProperties,
  Region,
  Size,
} from './media';
export { catalogueModel, pullBytes, pullModel, readCatalogue, type CatalogueModel } from './models';
export { identifyModel, listModels, LiveStock, Manifest, NativeGate, openModels, prepareModels, takeStock } from './models';
export type {
  BodyPoint,
  BoundingBox,
  Classification,
  DetectedFace,
  DetectedObject,
  ExpressionReader,
  FaceDetector,
  ImageClassifier,
  ModelEntry,
  ModelIdentity,
  ModelPlaces,
  Models,
  ModelSource,
  ModelTask,
  ModelTasks,
  Network,
  NetworkTensor,
  ObjectDetector,
  OpenOptions,
  PoseEstimator,
  PrepareProgress,
  StageTimer,
  Stock,
  TextLine,
  TextReader,
} from './models';
export {
  AliasOf,
  capabilityPath,
  checkBody,
  defineCapability,
  definePlugin,
  ImageInput,
  jsonSchemaOf,
  loadPlugins,
  Loan,
  mediaOf,
  outputSchemaOf,
  PluginHost,
  Postponed,
  probePlugins,
  Rows,
  startHost,
  VideoInput,
} from './plugins';
export type {
  Admission,
  CallContext,
  CallInput,
  CallOptions,
  CallResult,
  CapabilityDefinition,
  Class,
  Handler,
  HostFault,
  HostOptions,
  HostStats,
  JsonSchema,
  LoadedPlugins,
  PluginDefinition,
  PluginSource,
  Progress,
  ProbeOptions,
  Resolved,
  Row,
  RowStream,
  SetupContext,
} from './plugins';
export { epochMs, findRows, jsonText, marks, onPostgres, overList, openStore, sql, Store, takeTurn, updateRows } from './store';
export type { Presence, StoreOptions, Tables, Transaction } from './store';
export type { AddOptions, Claimed, Job, JobContext, JobHandler, Lane, LaneWorker, WorkOptions } from './queue';
export { bullQueues, EmbeddedQueue, openBullBell, Queue, queueTables } from './queue';
export type { Bell, BullQueues, EmbeddedQueueOptions, QueueLog } from './queue';
export { idsThatEnded, removeBelow, removeEnded, Retention } from './retention';
export type { Removal, RemovalOptions, RetentionOptions, RetentionRule } from './retention';
export { eventRetention, EVENT_TYPES, Events, eventSchemas, eventTables, StoredEvents } from './events';
export type { EventListener, EventQuery, EventSchema, EventType, PerceptEvent } from './events';
export {
  cacheRetention,
  checkPipeline,
  compileExpression,
  createPipelines,
  ENDED,
  ExpressionError,
  NameCheck,
  Pipelines,
  pipelineTables,
  RUN_STATES,
  runRetention,
} from './pipelines';
export type {
  Expression,
  Finding,
  ItemCounts,
  Meter,
  Payer,
  PipelinesOptions,
  PipelineSummary,
  KeptPipeline,
  Page,
  PipelineGraph,
  PipelineRevision,
  PipelineView,
  RunItemQuery,
  RunQuery,
  RunItemView,
  RunState,
  RunView,
  ScheduledPipeline,
  StartOptions,
  TriggerSpec,
} from './pipelines';
export { ScheduleModule } from './schedule.module';
export { PipelinesModule, PluginsModule, StoreModule } from './core.module';
export { Schedules, scheduleTables, ScheduleViews, tickRetention } from './schedule';
export type { SchedulesOptions, ScheduleView, TickView } from './schedule';
