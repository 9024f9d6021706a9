import { IsArray, IsBoolean, IsIn, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { orNull, TIME, TIME_OR_NULL } from '../kernel';
import type { TickEntity } from './storage/tick.entity';

const TICK_STATES: readonly TickEntity['state'][] = ['due', 'started', 'skipped', 'failed'];

/** A trigger, in the answers of the API and the output of the CLI. */
export class ScheduleResponse {
  @JSONSchema({ description: '`<pipeline>/<trigger>`.' }) @IsString() id: string;
  @IsString() pipeline: string;
  @JSONSchema({ description: 'cron, every, watch or webhook.' }) @IsString() kind: string;
  @JSONSchema({ ...orNull('string'), description: 'The cron pattern, the interval, or the folder.' })
  @IsString()
  rule: string | null;
  @JSONSchema(orNull('string')) @IsString() timezone: string | null;
  @JSONSchema({
    description:
      'The next five ticks, those after `paused_until` if that is set; none while it is paused without it, or if it does not run by the clock.',
  })
  @IsArray()
  @IsString({ each: true })
  next: string[];
  @JSONSchema(TIME_OR_NULL) @IsString() paused_at: string | null;
  @JSONSchema({ ...TIME_OR_NULL, description: 'When it resumes by itself.' }) @IsString() paused_until: string | null;
  @JSONSchema(orNull('string')) @IsString() paused_reason: string | null;
  @JSONSchema({ ...orNull('boolean'), description: 'For a webhook trigger: whether it has a URL.' })
  @IsBoolean()
  has_address: boolean | null;
}

/** A moment at which a trigger fired, or should have. */
export class TickResponse {
  @IsString() id: string;
  @JSONSchema({ description: '`<pipeline>/<trigger>`.' }) @IsString() schedule: string;
  @JSONSchema(TIME) @IsString() at: string;
  @IsIn(TICK_STATES) state: TickEntity['state'];
  @JSONSchema({ ...orNull('string'), description: 'Why it started no run.' }) @IsString() reason: string | null;
  @JSONSchema(orNull('string')) @IsString() run_id: string | null;
}
