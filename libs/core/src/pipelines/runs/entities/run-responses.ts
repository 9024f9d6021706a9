import { IsBoolean, IsIn, IsInt, IsNumber, IsObject, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { ITEM_WAITS } from './item-wait';
import { STEP_STATES, type StepState } from './run-step.entity';
import { IsListOf, IsNested, IsTime, OrNull } from '../../../kernel/schema';

export const RUN_STATES = ['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled'] as const;

export type RunState = (typeof RUN_STATES)[number];

export const ENDED: readonly RunState[] = ['succeeded', 'partial', 'failed', 'cancelled'];

const ITEM_STATES = ['pending', 'succeeded', 'failed'] as const;

type ItemState = (typeof ITEM_STATES)[number];

/** Items of a run by state. */
class ItemCounts {
  @IsInt() total: number;
  @IsInt() pending: number;
  @IsInt() running: number;
  @IsInt() succeeded: number;
  @IsInt() failed: number;
  @JSONSchema({ description: 'Number of succeeded items whose results came from the cache.' }) @IsInt() cached: number;
}

class ItemError {
  @IsString() step: string;
  @IsString() code: string;
  @IsString() reason: string;
}

class ItemFailure extends ItemError {
  @JSONSchema({ description: 'Its key.' }) @IsString() item: string;
}

class WrittenOutput {
  @JSONSchema({ description: "The path in the pipeline; its file name is the artifact's name." }) @IsString() name: string;
  @IsString() path: string;
  @IsInt() rows: number;
}

/** A run, in the answers about it and in its events. */
export class RunResponse {
  @IsString() id: string;
  @IsString() pipeline: string;
  @JSONSchema({ description: "SHA-256 of the pipeline's text. The run uses this text to its end." }) @IsString() revision: string;
  @IsIn(RUN_STATES) status: RunState;
  @JSONSchema({ additionalProperties: true }) @IsObject() inputs: Record<string, unknown>;
  @JSONSchema({ description: 'Items of each block at most, those that its source lists first; null: all.' })
  @IsInt()
  @OrNull()
  limit: number | null;
  @IsNested(() => ItemCounts) counts: ItemCounts;
  @JSONSchema({ description: 'Items per second over the last ten seconds, or over the whole time of an ended run.' })
  @IsNumber()
  @OrNull()
  rate_per_s: number | null;
  @JSONSchema({ description: 'Estimated seconds left at that rate.' }) @IsNumber() @OrNull() eta_s: number | null;
  @IsTime() created_at: string;
  @IsTime('When its last attempt began.') @OrNull() started_at: string | null;
  @IsTime() @OrNull() ended_at: string | null;
  @JSONSchema({ description: 'Milliseconds from the start to the end of each of its attempts, summed; null: it has not ended.' })
  @IsInt()
  @OrNull()
  duration_ms: number | null;
  @JSONSchema({ description: 'Why the run failed.' }) @IsString() @OrNull() error: string | null;
  @JSONSchema({ description: 'The first failed items. `/items?state=failed` lists all of them.' })
  @IsListOf(() => ItemFailure)
  failures: ItemFailure[];
  @IsListOf(() => WrittenOutput) outputs: WrittenOutput[];
}

/** A process that works, or has worked, on items of a run. */
export class RunWorkerView {
  @JSONSchema({ description: 'Its process id on that host.' }) @IsInt() process: number;
  @IsString() host: string;
  @JSONSchema({ description: 'Items that it is working on now.' }) @IsInt() in_flight: number;
  @JSONSchema({ description: 'Items that ended, in the shards that it was the last to work on.' }) @IsInt() done: number;
}

export class RunStepView {
  @IsString() step: string;
  @IsIn(STEP_STATES) state: StepState;
  @JSONSchema({ description: 'Number of items.' }) @IsInt() @OrNull() total: number | null;
  @IsTime() @OrNull() started_at: string | null;
  @IsTime() @OrNull() ended_at: string | null;
}

/** What a stalled run may wait for. */
const RUN_WAITS = ['coordinator', 'shards', ...ITEM_WAITS] as const;

export class RunWait {
  @IsIn(RUN_WAITS) kind: (typeof RUN_WAITS)[number];
  @JSONSchema({ description: 'How many items or shards wait, or runs are in progress instead.' }) @IsInt() count: number;
  @IsTime('When it goes on; null: as soon as something is free.')
  @OrNull()
  until: string | null;
  @IsString() message: string;
}

class EarlierFailure extends ItemFailure {
  @IsTime() @OrNull() ended_at: string | null;
}

export class RetriedBy {
  @JSONSchema({ description: 'As in the audit log: `key`, `administrator`, `command_line` or `anyone`.' })
  @IsString()
  kind: string;
  @IsString() id: string;
  @IsString() name: string;
}

/** How an attempt of a run ended, and who retried it. */
export class EarlierAttempt {
  @JSONSchema({ description: '1 is the first.' }) @IsInt() number: number;
  @IsIn(RUN_STATES) status: RunState;
  @JSONSchema({ description: 'Why it failed.' }) @IsString() @OrNull() error: string | null;
  @IsTime() @OrNull() started_at: string | null;
  @IsTime() @OrNull() ended_at: string | null;
  @JSONSchema({ description: 'Number of failed items.' }) @IsInt() failed: number;
  @JSONSchema({ description: 'The first of them.' })
  @IsListOf(() => EarlierFailure)
  failures: EarlierFailure[];
  @JSONSchema({ description: 'The steps as they were at its end.' })
  @IsListOf(() => RunStepView)
  steps: RunStepView[];
  @IsTime() retried_at: string;
  @IsNested(() => RetriedBy) retried_by: RetriedBy;
}

/** A run by its id, including its steps, its earlier attempts and its workers. */
export class RunDetailResponse extends RunResponse {
  @JSONSchema({
    description: 'Why nothing of it goes on at present; null: something does, or it has ended. Its items tell within 2 seconds.',
  })
  @IsNested(() => RunWait)
  @OrNull()
  waiting_for: RunWait | null;
  @JSONSchema({
    description:
      'The processes that work, or have worked, on its items since it was started or repeated. Empty if it has no blocks.',
  })
  @IsListOf(() => RunWorkerView)
  workers: RunWorkerView[];

  @JSONSchema({ description: 'The steps whose items are listed, in the order of their starts.' })
  @IsListOf(() => RunStepView)
  steps: RunStepView[];

  @JSONSchema({
    description: 'The attempts that were retried, oldest first: the first and the last 19. Empty if nobody retried the run.',
  })
  @IsListOf(() => EarlierAttempt)
  earlier_attempts: EarlierAttempt[];
}

export class RunItemResponse {
  @IsString() step: string;
  @JSONSchema({ description: 'The path of a file, or the value of `key`.' }) @IsString() key: string;
  @IsIn(ITEM_STATES) state: ItemState;
  @JSONSchema({ description: 'Calls of its steps, with repeated ones, without those answered from the cache.' })
  @IsInt()
  attempts: number;
  @JSONSchema({ description: 'All of its calls were answered from the cache.' }) @IsBoolean() cached: boolean;
  @JSONSchema({ additionalProperties: true, description: 'The result of each step, by step id.' })
  @IsObject()
  @OrNull()
  results: Record<string, unknown> | null;
  @IsNested(() => ItemError) @OrNull() error: ItemError | null;
  @IsTime() @OrNull() ended_at: string | null;
  @JSONSchema({
    description: 'Gets the image or video that its steps look at, with `?width=` a preview; null: they look at none.',
  })
  @IsString()
  @OrNull()
  file_url: string | null;
}

export interface RunItemQuery {
  /** Only items with this key. */
  key?: string;
  state?: ItemState;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
  /** 100 when absent; 1,000 at most. */
  limit?: number;
}

export interface RunQuery {
  /** Lists only the runs of this project; those of all projects when absent. */
  projectId?: string;
  pipeline?: string;
  status?: RunState;
  /** 50 when absent. */
  limit?: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

export interface Page<T> {
  rows: T[];
  /** Null on the last page. */
  next_cursor: string | null;
}
