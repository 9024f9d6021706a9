export { RunItemEntity } from './run-item.entity';
export { RunStepEntity } from './run-step.entity';
export {
  ENDED,
  type ItemCounts,
  type Page,
  RUN_STATES,
  type RunItemQuery,
  type RunItemView,
  type RunQuery,
  type RunState,
  type RunView,
} from './run-views';
export { RunEntity } from './run.entity';
