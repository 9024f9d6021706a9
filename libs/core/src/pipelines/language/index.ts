export { type Catalogue, toCatalogue } from './catalogue';
export { toGraph } from './graph';
export { checkInputs } from './inputs';
export { type Parsed, checkPipeline, parsePipeline } from './parse';
export type {
  SavedPipeline,
  PipelineGraph,
  PipelineRevision,
  PipelineSummary,
  PipelineResponse,
  ScheduledPipeline,
} from './pipeline-views';
export type { BlockStep, CallStep, OutputSpec, Plan, Retry, Step, Tolerance } from './plan';
export type { TriggerSpec } from './trigger-spec';
