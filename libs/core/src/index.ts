// What webhooks and the service may import from the core, beyond what the SDK offers to plugins and to them. The names are
// explicit, so that a change of this list is visible.
export {
  checkJsonShape,
  Config,
  collectGarbage,
  correct,
  DEFAULT_PROJECT,
  ConfigurationError,
  ERRORS,
  newId,
  parseDuration,
  parseMoment,
  textOfBody,
  digestInTurns,
  isUploadId,
  KeyFile,
  SecretBox,
  Secrets,
  systemClock,
  FairBudget,
  FairLine,
  inTurns,
  Semaphore,
  type Share,
} from './kernel';
export { activeTracer, startTelemetry, traced, type Span } from './kernel/telemetry';
export { fetchMedia, forbiddenAddress, outboundFailure, safeAgent } from './kernel/net';
export type { Clock, Log } from './kernel';
export { detectMediaType } from './inference/media';
export { describeSandbox, findFfmpeg } from './inference/media/video';
export { encodeModel } from './inference/models/onnx';
export { ModelCatalogue } from './inference/models/registry/pull';
export { chooseDefault, describeNetwork, prepareModels, projectModelsDir, readManifest } from './inference/models/registry';
export { addModel } from './inference/models/registry/add';
export { ModelArchive } from './inference/models/registry/transfer/model-archive';
export { listModels, ModelWatcher, scanPrepared, tryProjectModel } from './inference/models';
export { isForPlugin, Manifest, whyFixed } from './inference/models/manifest';
export type { ModelEntry } from './inference/models/registry';
export { capabilityPath } from './inference/declaration';
export { acceptedMedia, aliasesFor, toOutputSchema, toReferringSchema } from './kernel/schema';
export { registerKinds } from './pipelines/kinds';
export { doors } from './doors';
export { checkBody, BufferLease } from './inference/host/input';
export { loadPlugins, probePlugins } from './inference/host/loading';
export { callHere, PluginHost, PostponedCall, startHost } from './inference/host';
export type { CallInput, CallOptions, CallResult } from './inference/host';
export { wholeNumber, findRows, inspectDatabase, jsonText, getDialect, sql, Store, TransactionBatcher } from './durable/database';
export { isDisconnect } from './durable/database/postgres/postgres-errors';
export { SqliteFile } from './durable/database/sqlite';
export type { Tables, Transaction } from './durable/database';
export type { Claimed, Job, JobContext } from './durable/queue';
export { Queue } from './durable/queue';
export { checkRoom, Retention, RowRemover } from './durable/retention';
export type { Removal, RemovalOptions, RetentionRule } from './durable/retention';
export { Events } from './durable/events';
export type { PerceptEvent } from './durable/events';
export { ALL_GRANTED, Pipelines } from './pipelines/runs';
export { checkPipeline } from './pipelines/language';
export { RUN_STATES } from './pipelines/runs/entities';
export { NearestRequest } from './pipelines/operations';
export { Condition } from './pipelines/syntax';
export { RunDetailResponse, RunItemResponse, RunResponse } from './pipelines/runs/entities';
export { RunTimelineResponse } from './pipelines/runs/timeline/timeline-response';
export { RunMetering } from './pipelines/runs/calls';
export { RunCancelled } from './pipelines/runs/context/stoppable';
export { PipelineResponse, PipelineRevisionResponse, PipelineSummaryResponse, SavedPipelineResponse } from './pipelines/language';
export { isBelow } from './durable/object-storage';
export { readStorageRules, openDatabase, CoreModule } from './core.module';
export { ScheduleResponse, Schedules, TickResponse, ScheduleViews } from './triggers';
export { coreRetention, removeProjectPipelines } from './retention';
