import { RUN_STATES, type RunState, type ScheduleView as Schedule, type TickView as Tick } from '@percept/core';
import { IsArray, IsBoolean, IsIn, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { OR_NULL, TIME, TIME_OR_NULL } from '../openapi/property-schemas';

const STATES: readonly Tick['state'][] = ['due', 'started', 'skipped', 'failed'];

export class ScheduleView implements Schedule {
  @JSONSchema({ description: '`<pipeline>/<trigger>`.' }) @IsString() id: string;
  @IsString() pipeline: string;
  @JSONSchema({ description: 'cron, every, watch or webhook.' }) @IsString() kind: string;
  @JSONSchema({ ...OR_NULL('string'), description: 'The cron pattern, the interval, or the folder.' })
  @IsString()
  rule: string | null;
  @JSONSchema(OR_NULL('string')) @IsString() timezone: string | null;
  @JSONSchema({ description: 'The next five ticks; none while it is paused, and where they do not come by the clock.' })
  @IsArray()
  @IsString({ each: true })
  next: string[];
  @JSONSchema(TIME_OR_NULL) @IsString() paused_at: string | null;
  @JSONSchema(OR_NULL('string')) @IsString() paused_reason: string | null;
  @JSONSchema({ ...OR_NULL('boolean'), description: 'Of a webhook: whether it has an address to POST to.' })
  @IsBoolean()
  has_address: boolean | null;
}

/** A moment at which a trigger fired, or should have. */
export class TickView implements Tick {
  @IsString() id: string;
  @JSONSchema({ description: '`<pipeline>/<trigger>`.' }) @IsString() schedule: string;
  @JSONSchema(TIME) @IsString() at: string;
  @IsIn(STATES) state: Tick['state'];
  @JSONSchema({ ...OR_NULL('string'), description: 'Why it did not run.' }) @IsString() reason: string | null;
  @JSONSchema(OR_NULL('string')) @IsString() run_id: string | null;
}

export class HookAddress {
  @IsString() id: string;
  @JSONSchema({ description: 'Where to POST, without a key. Shown this once.' }) @IsString() url: string;
}

/** The answer to a request that came in. */
export class AcceptedRun {
  @IsString() id: string;
  @IsIn(RUN_STATES) status: RunState;
  @JSONSchema({ description: 'Where its state is fetched, with a key.' }) @IsString() status_url: string;
}
