import { Events, type PerceptEvent } from '@percept/core';
import { IsDateTime } from '@percept/sdk/decorators';
import {
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { type DeliveryState, SETTLED } from '../entities';

const SEARCHED = {
  description: 'Only deliveries with this text in their ids or payload, or with it as status or reason of an attempt.',
};

/** The body of `POST /v1/webhooks/{id}/test`. */
export class TestWebhookRequest {
  @JSONSchema({ description: 'The event to send an example of.' })
  @IsIn(Events.TYPES)
  @IsOptional()
  type: PerceptEvent['type'] = 'prediction.completed';
}

/** The body of `POST /v1/webhooks/{id}/recover`. */
export class RecoverDeliveriesRequest {
  @IsDateTime('Only deliveries created at or after this time.')
  since: string;

  @IsDateTime('Only deliveries created at or before this time; now by default.')
  @IsOptional()
  until?: string;

  @JSONSchema({ description: 'Only events of these types; all by default.' })
  @IsArray()
  @ArrayNotEmpty()
  @IsIn(Events.TYPES, { each: true })
  @IsOptional()
  types?: PerceptEvent['type'][];

  @JSONSchema({ description: 'Only deliveries in these states.' })
  @IsArray()
  @ArrayNotEmpty()
  @IsIn(SETTLED, { each: true })
  @IsOptional()
  states: DeliveryState[] = ['exhausted'];

  @JSONSchema(SEARCHED) @IsString() @MaxLength(200) @IsOptional() search?: string;

  @JSONSchema({ description: 'Only count the deliveries that would be sent again.' }) @IsBoolean() @IsOptional() dry_run = false;
}

/** The query of `GET /v1/deliveries`. */
export class DeliveriesQuery {
  @JSONSchema({ description: 'Only to this endpoint.' }) @IsString() @IsOptional() webhook_id?: string;
  @JSONSchema({ description: 'Only of this event.' }) @IsString() @IsOptional() event_id?: string;
  @JSONSchema({ description: 'Only these states, separated by commas.' }) @IsString() @IsOptional() states?: string;
  @JSONSchema({ description: 'Only these event types, separated by commas.' }) @IsString() @IsOptional() types?: string;
  @IsDateTime('Only deliveries created at or after this time.')
  @IsOptional()
  since?: string;
  @IsDateTime('Only deliveries created at or before this time.')
  @IsOptional()
  until?: string;
  @JSONSchema(SEARCHED) @IsString() @MaxLength(200) @IsOptional() search?: string;
  @JSONSchema({ description: 'Only deliveries before this id: the next page.' })
  @Matches(/^dlv_[0-9a-f]{32}$/, { message: 'must be the id of a delivery (dlv_…)' })
  @IsOptional()
  before?: string;
  @JSONSchema({ description: 'The maximum number of entries.' }) @IsInt() @Min(1) @Max(200) @IsOptional() limit = 50;
}
