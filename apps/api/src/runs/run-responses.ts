import { RUN_STATES, type ItemCounts, type RunItemView as Item, type RunState, type RunView as Run } from '@percept/core';
import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsIn, IsInt, IsNumber, IsObject, IsString, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { OR_NULL, TIME, TIME_OR_NULL } from '../openapi/property-schemas';

class CountsView implements ItemCounts {
  @IsInt() total: number;
  @IsInt() pending: number;
  @IsInt() running: number;
  @IsInt() succeeded: number;
  @IsInt() failed: number;
  @JSONSchema({ description: 'Of those that succeeded: found in the cache instead of called.' }) @IsInt() cached: number;
}

class ReasonView {
  @IsString() step: string;
  @IsString() code: string;
  @IsString() reason: string;
}

class FailureView extends ReasonView {
  @JSONSchema({ description: 'Its key.' }) @IsString() item: string;
}

class OutputView {
  @JSONSchema({ description: 'As the pipeline names it; the last part names the artifact.' }) @IsString() name: string;
  @IsString() path: string;
  @IsInt() rows: number;
}

/** A run, in the answers about it and in its events. */
export class RunView implements Run {
  @IsString() id: string;
  @IsString() pipeline: string;
  @JSONSchema({ description: "SHA-256 of the pipeline's text, which the run keeps to." }) @IsString() revision: string;
  @IsIn(RUN_STATES) status: RunState;
  @JSONSchema({ additionalProperties: true }) @IsObject() inputs: Record<string, unknown>;
  @ValidateNested() @Type(() => CountsView) counts: CountsView;
  @JSONSchema({ ...OR_NULL('number'), description: 'Items a second over the last ten seconds, or over all of an ended run.' })
  @IsNumber()
  rate_per_s: number | null;
  @JSONSchema({ ...OR_NULL('number'), description: 'Seconds to go at that rate.' }) @IsNumber() eta_s: number | null;
  @JSONSchema(TIME) @IsString() created_at: string;
  @JSONSchema(TIME_OR_NULL) @IsString() started_at: string | null;
  @JSONSchema(TIME_OR_NULL) @IsString() ended_at: string | null;
  @JSONSchema({ ...OR_NULL('string'), description: 'Why the run failed.' }) @IsString() error: string | null;
  @JSONSchema({ description: 'The first failed items; all of them are at `/items?state=failed`.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => FailureView)
  failures: FailureView[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => OutputView) outputs: OutputView[];
}

export class RunItemView implements Item {
  @IsString() step: string;
  @JSONSchema({ description: "A file's path, or what `key` gives." }) @IsString() key: string;
  @IsIn(['pending', 'succeeded', 'failed']) state: Item['state'];
  @IsInt() attempts: number;
  @JSONSchema({ description: 'Everything that it called was found in the cache.' }) @IsBoolean() cached: boolean;
  @JSONSchema({ ...OR_NULL('object'), additionalProperties: true, description: 'What each of its steps gave, by step id.' })
  @IsObject()
  results: Record<string, unknown> | null;
  @JSONSchema(OR_NULL('object')) @ValidateNested() @Type(() => ReasonView) error: ReasonView | null;
  @JSONSchema(TIME_OR_NULL) @IsString() ended_at: string | null;
}
