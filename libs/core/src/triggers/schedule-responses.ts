import { IsArray, IsBoolean, IsIn, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { TickEntity } from './storage/tick.entity';
import { IsTime, OrNull } from '../kernel/schema';

const TICK_STATES: readonly TickEntity['state'][] = ['due', 'started', 'skipped', 'failed'];

/** A trigger, in the answers of the API and the output of the CLI. */
export class ScheduleResponse {
  @JSONSchema({ description: '`<pipeline>/<trigger>`.' }) @IsString() id: string;
  @IsString() pipeline: string;
  @JSONSchema({ description: 'cron, every, watch or webhook.' }) @IsString() kind: string;
  @JSONSchema({ description: 'The cron pattern, the interval, or the folder.' })
  @IsString()
  @OrNull()
  rule: string | null;
  @IsString() @OrNull() timezone: string | null;
  @JSONSchema({
    description:
      'The next five ticks, those after `paused_until` if that is set; none while it is paused without it, or if it does not run by the clock.',
  })
  @IsArray()
  @IsString({ each: true })
  next: string[];
  @IsTime() @OrNull() paused_at: string | null;
  @IsTime('When it resumes by itself.') @OrNull() paused_until: string | null;
  @IsString() @OrNull() paused_reason: string | null;
  @JSONSchema({ description: 'For a webhook trigger: whether it has a URL.' })
  @IsBoolean()
  @OrNull()
  has_address: boolean | null;
}

/** A moment at which a trigger fired, or should have. */
export class TickResponse {
  @IsString() id: string;
  @JSONSchema({ description: '`<pipeline>/<trigger>`.' }) @IsString() schedule: string;
  @IsTime() at: string;
  @IsIn(TICK_STATES) state: TickEntity['state'];
  @JSONSchema({ description: 'Why it started no run.' }) @IsString() @OrNull() reason: string | null;
  @IsString() @OrNull() run_id: string | null;
}
