export {
  ENDED,
  RUN_STATES,
  type Finding,
  type ItemCounts,
  type PipelineSummary,
  Pipelines,
  type RunState,
  type RunView,
  type StartOptions,
} from './pipelines';
