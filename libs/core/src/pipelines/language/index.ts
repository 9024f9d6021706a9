export { type Catalogue, toCatalogue } from './catalogue';
export { toGraph } from './graph';
export { checkInputs } from './inputs';
export { type Parsed, checkPipeline, parsePipeline } from './parse';
export {
  PipelineGraph,
  PipelineResponse,
  PipelineRevisionResponse,
  PipelineSummaryResponse,
  SavedPipelineResponse,
  type ScheduledPipeline,
} from './pipeline-responses';
export type { BlockStep, CallStep, OutputSpec, Plan, Retry, Step, Tolerance } from './plan';
export type { TriggerSpec } from './trigger-spec';
