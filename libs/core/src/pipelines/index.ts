export {
  ENDED,
  RUN_STATES,
  type Finding,
  type ItemCounts,
  type KeptPipeline,
  type Page,
  type PipelineGraph,
  type PipelineRevision,
  type PipelineView,
  type RunQuery,
  type PipelineSummary,
  type RunItemQuery,
  type RunItemView,
  Pipelines,
  type RunState,
  type RunView,
  type ScheduledPipeline,
  type StartOptions,
} from './pipelines';
export type { Meter, Payer } from './metered-host';
export { createPipelines, type PipelinesOptions } from './create';
export { pipelineTables } from './tables';
export { checkPipeline } from './parse';
export { compileExpression, ExpressionError, type Expression } from './cel';
export { NameCheck } from './shapes';
export { Places } from './places';
export { matcher } from './walk';
export type { TriggerSpec } from './triggers-shape';
export type { When } from './trigger-times';
export { cacheRetention, runRetention } from './retention';
