// What plugins, webhooks and the service may use of the core: explicit names, so that a change of this list is seen.
export {
  AllowedPaths,
  checkJsonShape,
  Config,
  collectGarbage,
  createLog,
  DEFAULT_PROJECT,
  type BilledAccount,
  suggest,
  ConfigurationError,
  ERRORS,
  loadConfig,
  LOG_LEVELS,
  nearest,
  orNull,
  newId,
  parseDuration,
  parseMoment,
  parseJson,
  BrokenText,
  decodeText,
  parseSecrets,
  openSecretBox,
  digestInTurns,
  isUploadId,
  PerceptError,
  readSecrets,
  KEY_FILE,
  readKeyFile,
  SecretBox,
  secretBoxOf,
  secretBoxWith,
  writeKeyFile,
  Secrets,
  systemClock,
  TIME,
  TIME_OR_NULL,
  toJson,
  withTextIntegers,
  type Claim,
  FairBudget,
  FairLine,
  inTurns,
  Semaphore,
  type Share,
} from './kernel';
export { activeTracer, currentTraceparent, metricsExport, startTracing, traced, type Span } from './kernel/telemetry';
export { fetchMedia, forbiddenAddress, ForbiddenAddressError, outboundFailure, safeAgent } from './kernel/net';
export type {
  AddressRules,
  FetchedMedia,
  FetchMediaOptions,
  OutboundFailure,
  OutboundFailureKind,
  Resolve,
  SafeAgentOptions,
} from './kernel/net';
export type { Clock, ErrorCode, ErrorDetails, ErrorRecord, IdPrefix, Log, LogLevel, StoredSecret } from './kernel';
export { VIDEO_CONTAINERS, IMAGE_FORMATS, mediaTypeOf, readBase64 } from './inference/media';
export { describeSandbox, findFfmpeg, findSandbox, openVideo } from './inference/media/video';
export { openImage } from './inference/media/images';
export { encodeModel } from './inference/models/onnx';
export type { CameraData, GpsPosition, Image, ImageMetadata, ImageInfo, Preview, Region, Size } from './inference/media/images';
export type { Video, VideoFrame, VideoProperties, FfmpegPrograms } from './inference/media/video';
export type { VideoContainer, VideoSettings, ImageFormat, MediaLimits } from './inference/media';
export {
  catalogueModel,
  pullBytes,
  weightBytes,
  pullModel,
  readCatalogue,
  readRecommended,
  RECOMMENDED,
  type CatalogueModel,
  type Recommended,
} from './inference/models/registry/pull';
export {
  chooseDefault,
  describeNetwork,
  identifyModel,
  listModels,
  modelsFor,
  prepareModels,
  projectModelsDir,
  readManifest,
} from './inference/models/registry';
export { ModelWatcher, openModels, scanModels, scanPrepared, tryProjectModel } from './inference/models';
export { Manifest, whyFixed } from './inference/models/registry/manifest';
export { NativeGate } from './inference/models/runtime';
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
  Network,
  NetworkTensor,
  ObjectDetector,
  PoseEstimator,
  TimingRecorder,
  TextLine,
  TextReader,
} from './inference/models/runtime';
export type {
  ModelEntry,
  ModelPaths,
  NetworkPort,
  PrepareProgress,
  ModelRegistry,
  RegisteredModel,
} from './inference/models/registry';
export type { Models, OpenOptions } from './inference/models';
export {
  Alias,
  capabilityPath,
  defineCapability,
  ImageInput,
  toJsonSchema,
  acceptedMedia,
  aliasesFor,
  toOutputSchema,
  toReferringSchema,
  withTime,
  Rows,
  VideoInput,
} from './sdk/declaration';
export { definePlugin, type PluginDefinition } from './sdk/plugin';
export { registerKinds } from './pipelines/kinds';
export { mediaTypeOfOutput } from './pipelines/outputs';
export { checkBody, BufferLease } from './inference/host/input';
export { loadPlugins, probePlugins } from './inference/host/loading';
export { callHere, PluginHost, PostponedCall, startHost } from './inference/host';
export type { Admission, LoadedPlugins, PluginSource, ProbeOptions } from './inference/host/loading';
export type {
  CallContext,
  CapabilityDefinition,
  Class,
  Handler,
  JsonSchema,
  Progress,
  Resolved,
  Row,
  RowStream,
  SetupContext,
} from './sdk/declaration';
export type {
  CallHereOptions,
  CallInput,
  CallOptions,
  CallResult,
  HostFault,
  HostOptions,
  HostStats,
  InferenceCall,
  InferenceResult,
  UploadedMedia,
} from './inference/host';
export {
  epochMs,
  findRows,
  inspectDatabase,
  jsonText,
  marks,
  NoDatabaseError,
  dialectOf,
  overList,
  containing,
  openStore,
  sql,
  lockRow,
  Store,
  updateRows,
  wholeNumber,
} from './durable/database';
export { isDisconnect } from './durable/database/postgres';
export {
  damageOfSqlite,
  isSqliteInUse,
  openSqliteFile,
  SQLITE_PACKAGE,
  snapshotSqlite,
  sqliteDriver,
} from './durable/database/sqlite';
export type { ProcessLiveness, StoreOptions, Tables, Transaction } from './durable/database';
export type { AddOptions, Claimed, Job, JobContext, JobHandler, QueueName, QueueWorker, WorkOptions } from './durable/queue';
export { QUEUE_NAMES } from './durable/queue';
export { bullQueues, openBullNotifier } from './durable/queue/notifier';
export { Queue, queueTables, removeJobsOf } from './durable/queue';
export type { Notifier, BullQueues } from './durable/queue/notifier';
export type { QueueOptions, QueueLog } from './durable/queue';
export {
  checkRoom,
  idsThatEnded,
  removeBelow,
  removeBeyond,
  removeEnded,
  removeOwned,
  removeWhereOwner,
  Retention,
} from './durable/retention';
export type { Removal, RemovalOptions, RetentionOptions, RetentionRule } from './durable/retention';
export {
  eventRetention,
  eventSizeRetention,
  EVENT_TYPES,
  Events,
  eventSchemas,
  eventTables,
  NOTIFICATION_KINDS,
} from './durable/events';
export type { EventListener, EventQuery, EventSchema, EventType, PerceptEvent } from './durable/events';
export {
  cacheRetention,
  cacheSizeRetention,
  ALL_GRANTED,
  FileAccess,
  Pipelines,
  pipelineTables,
  removeRunsOf,
  runRetention,
  runSizeRetention,
} from './pipelines/runs';
export { pipelineRetention } from './pipelines/registry';
export { checkPipeline } from './pipelines/language';
export { compileExpression, ExpressionError } from './expressions';
export { ENDED, RUN_STATES } from './pipelines/runs/entities';
export { NameCheck } from './pipelines/language/syntax';
export type { Expression } from './expressions';
export type { Diagnostic } from './pipelines/language/syntax';
export { RunDetailResponse, RunItemResponse, RunResponse } from './pipelines/runs/entities';
export type { EarlierAttempt, Page, RunItemQuery, RunQuery, RunState } from './pipelines/runs/entities';
export { CALL_METER, type Followed, type Meter, PAYER_CHECK, type PayerCheck } from './pipelines/runs/calls';
export { RunCancelled } from './pipelines/runs/execution/stoppable';
export type { Grants, ItemMedia, OpenedFile, PipelinesOptions, StartOptions, StoredFile } from './pipelines/runs';
export {
  PipelineGraph,
  PipelineResponse,
  PipelineRevisionResponse,
  PipelineSummaryResponse,
  SavedPipelineResponse,
} from './pipelines/language';
export type { ScheduledPipeline, TriggerSpec } from './pipelines/language';
export { ScheduleModule } from './schedule.module';
export { isBelow } from './durable/object-storage';
export type { BucketAccess, S3Location } from './durable/object-storage';
export { objectStorageOf, openDatabase, PipelinesModule, PluginsModule, StoreModule } from './core.module';
export type { ServiceOptions } from './core.module';
export {
  removeSchedulesOf,
  scheduleRetention,
  ScheduleResponse,
  Schedules,
  TickResponse,
  scheduleTables,
  ScheduleViews,
  tickRetention,
} from './triggers';
export type { HookRequest, SchedulesOptions } from './triggers';
