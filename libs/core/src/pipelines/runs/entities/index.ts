export { ITEM_WAITS, type ItemWait, type ShardWait } from './item-wait';
export { RunItemEntity, type StepItems } from './run-item.entity';
export { RunShardEntity } from './run-shard.entity';
export { RunStepEntity } from './run-step.entity';
export {
  type EarlierAttempt,
  ENDED,
  type Page,
  RUN_STATES,
  RunDetailResponse,
  type RetriedBy,
  type RunItemQuery,
  RunItemResponse,
  type RunQuery,
  type RunState,
  RunResponse,
  RunStepView,
  type RunWait,
  RunWorkerView,
} from './run-responses';
export { RunEntity } from './run.entity';
