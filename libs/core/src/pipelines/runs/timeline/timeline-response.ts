import { IsBoolean, IsInt, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { IsListOf, IsTime, OrNull } from '../../../kernel/schema';

/** A call of a step, or several calls if there are too many to list. */
export class TimelineSpan {
  @JSONSchema({ description: 'Of the run: 1 is the first, each retry adds one.' }) @IsInt() attempt: number;
  @JSONSchema({ description: 'The step of the pipeline: a block, or a step outside blocks.' }) @IsString() step: string;
  @JSONSchema({ description: 'The step that was called.' }) @IsString() call: string;
  @JSONSchema({ description: 'Key of the item; null: several.' }) @IsString() @OrNull() item: string | null;
  @JSONSchema({ description: 'Which attempt at the call: 1 is the first.' }) @IsInt() call_attempt: number;
  @JSONSchema({ description: 'Milliseconds from `from` until it began to wait, and until it ended.' }) @IsInt() start_ms: number;
  @IsInt() end_ms: number;
  @JSONSchema({ description: 'For a worker, a file or its next attempt; the rest is work. Of several calls the sum.' })
  @IsInt()
  waited_ms: number;
  @IsInt() worked_ms: number;
  @IsInt() calls: number;
  @IsInt() failed: number;
  @JSONSchema({ description: 'Code of the error that it ended with.' }) @IsString() @OrNull() error: string | null;
}

/** A worker thread of a process, or the process itself. */
export class TimelineLane {
  @IsString() host: string;
  @IsInt() process: number;
  @JSONSchema({ description: 'The worker thread; null: the process itself.' })
  @IsInt()
  @OrNull()
  worker: number | null;
  @IsListOf(() => TimelineSpan) spans: TimelineSpan[];
}

/** All calls of a step in one attempt of the run. */
export class TimelineStep {
  @IsInt() attempt: number;
  @IsString() step: string;
  @IsString() call: string;
  @IsInt() start_ms: number;
  @IsInt() end_ms: number;
  @IsInt() waited_ms: number;
  @IsInt() worked_ms: number;
  @IsInt() calls: number;
  @IsInt() failed: number;
}

/** When and where the calls of a run waited and worked. */
export class RunTimelineResponse {
  @IsTime('When the run was requested: all milliseconds count from here.') from: string;
  @IsTime('When it ended.') @OrNull() to: string | null;
  @JSONSchema({ description: 'Whether calls were joined because there are too many.' }) @IsBoolean() joined: boolean;
  @IsListOf(() => TimelineStep) steps: TimelineStep[];
  @IsListOf(() => TimelineLane) lanes: TimelineLane[];
}
