import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { AttemptRow } from './attempt.entity';
import { DELIVERY_STATES, type DeliveryRow, type DeliveryState } from './delivery.entity';
import type { EndpointRow } from './endpoint.entity';

const TIME = { format: 'date-time' };

/** An endpoint as the API shows it. */
export class WebhookView {
  @IsString() id: string;
  @IsString() url: string;
  @IsArray() @IsString({ each: true }) events: string[];
  @IsString() @IsOptional() description: string | null;
  @IsBoolean() active: boolean;
  @JSONSchema({ description: 'Why Percept switched the endpoint off.' }) @IsString() @IsOptional() disabled_reason: string | null;
  @JSONSchema(TIME) @IsString() created_at: string;
  @JSONSchema(TIME) @IsString() updated_at: string;
}

/** The answer to the creation, the only one with the secret. */
export class CreatedWebhookView extends WebhookView {
  @JSONSchema({ description: 'What deliveries are signed with. Shown this once.' }) @IsString() secret: string;
}

export class AttemptView {
  @IsInt() number: number;
  @JSONSchema(TIME) @IsString() at: string;
  @IsInt() duration_ms: number;
  @JSONSchema({ description: 'HTTP status; null where no answer came.' }) @IsInt() @IsOptional() status: number | null;
  @JSONSchema({ description: 'Why the attempt failed.' }) @IsString() @IsOptional() reason: string | null;
  @JSONSchema({ description: 'The first 16 KiB of the answer.' }) @IsString() @IsOptional() response_body: string | null;
  @IsObject() @IsOptional() response_headers: Record<string, string> | null;
}

export class DeliveryView {
  @IsString() id: string;
  @IsString() webhook_id: string;
  @IsString() event_id: string;
  @IsString() event_type: string;
  @IsIn(DELIVERY_STATES) state: DeliveryState;
  @JSONSchema(TIME) @IsString() created_at: string;
  @JSONSchema(TIME) @IsString() @IsOptional() next_attempt_at: string | null;
  @JSONSchema(TIME) @IsString() @IsOptional() ended_at: string | null;
  @IsArray() @ValidateNested({ each: true }) @Type(() => AttemptView) attempts: AttemptView[];
}

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

export function showEndpoint(row: EndpointRow): WebhookView {
  const { id, url, events, description, active, disabled_reason } = row;
  const times = { created_at: iso(row.created_at), updated_at: iso(row.updated_at) };
  return { id, url, events, description, active, disabled_reason, ...times };
}

export function showDelivery(row: DeliveryRow, attempts: AttemptRow[]): DeliveryView {
  return {
    id: row.id,
    webhook_id: row.endpoint_id,
    event_id: row.event_id,
    event_type: row.event_type,
    state: row.state,
    created_at: iso(row.created_at),
    next_attempt_at: isoOrNull(row.next_attempt_at),
    ended_at: isoOrNull(row.ended_at),
    attempts: attempts.map(showAttempt),
  };
}

function showAttempt({ number, at, duration_ms, status, reason, response_body, response_headers }: AttemptRow): AttemptView {
  return { number, at: iso(at), duration_ms, status, reason, response_body, response_headers };
}
