import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  OrNull,
  IsListOf,
  JSONSchema,
  IsTime,
} from '@percept/sdk/decorators';
import type { AttemptEntity } from './entities/attempt.entity';
import { DELIVERY_STATES, type DeliveryEntity, type DeliveryState } from './entities/delivery.entity';
import type { EndpointEntity } from './entities/endpoint.entity';
import type { RecoveryEntity } from './entities/recovery.entity';

const CIRCUITS = ['closed', 'open', 'half_open'] as const;
type Circuit = (typeof CIRCUITS)[number];

/** An endpoint as the API shows it. */
export class WebhookResponse {
  @IsString() id: string;
  @IsString() url: string;
  @IsArray() @IsString({ each: true }) events: string[];
  @IsString() @OrNull() description: string | null;
  @IsBoolean() active: boolean;
  @JSONSchema({ description: 'Why Percept switched the endpoint off.' }) @IsString() @OrNull() disabled_reason: string | null;
  @JSONSchema({ description: 'A CEL expression over `type` and `data`.' }) @IsString() @OrNull() filter: string | null;
  @JSONSchema({ description: 'Maximum attempts per second.' }) @IsInt() @OrNull() rate_per_second: number | null;
  @JSONSchema({ description: 'Maximum attempts of one delivery; null: as many as the service makes.' })
  @IsInt()
  @OrNull()
  max_attempts: number | null;

  @JSONSchema({ description: 'Names of your own headers.' }) @IsArray() @IsString({ each: true }) header_names: string[];

  @IsTime('Until then, the previous secret also signs.')
  @OrNull()
  old_secret_until: string | null;

  @IsTime('Time since which every attempt has failed.') @IsOptional() failing_since: string | null;

  @JSONSchema({
    description: '`open`: too many attempts in a row failed, so nothing is sent. `half_open`: the next attempt is a probe.',
  })
  @IsIn(CIRCUITS)
  circuit: Circuit;

  @IsTime('When the open circuit allows a probe.')
  @OrNull()
  circuit_until: string | null;

  @IsTime() created_at: string;
  @IsTime() updated_at: string;
}

/** The answer to the creation; only this one contains the secret. */
export class CreatedWebhookResponse extends WebhookResponse {
  @JSONSchema({ description: 'The secret that signs deliveries. Shown only once.' }) @IsString() secret: string;
}

/** The answer to a rotation of the secret. */
export class RotatedWebhookResponse extends WebhookResponse {
  @JSONSchema({ description: 'The new secret, shown only once. Omitted if the secret did not change.' })
  @IsString()
  @IsOptional()
  secret?: string;
}

class AttemptResponse {
  @IsInt() number: number;
  @IsTime() at: string;
  @IsInt() duration_ms: number;
  @JSONSchema({ description: 'HTTP status; null if there was no response.' }) @IsInt() @OrNull() status: number | null;
  @JSONSchema({ description: 'Why the attempt failed.' }) @IsString() @OrNull() reason: string | null;
  @JSONSchema({
    description: 'The headers that were sent, with `(hidden)` for signatures and your own.',
    additionalProperties: { type: 'string' },
  })
  @IsObject()
  @OrNull()
  request_headers: Record<string, string> | null;

  @JSONSchema({ description: 'The first 16 KiB of the response.' }) @IsString() @OrNull() response_body: string | null;
  @JSONSchema({ additionalProperties: { type: 'string' } })
  @IsObject()
  @OrNull()
  response_headers: Record<string, string> | null;
}

export class DeliveryResponse {
  @IsString() id: string;
  @IsString() webhook_id: string;
  @IsString() event_id: string;
  @IsString() event_type: string;
  @IsIn(DELIVERY_STATES) state: DeliveryState;
  @IsTime() created_at: string;
  @IsTime() @OrNull() next_attempt_at: string | null;
  @IsTime() @OrNull() ended_at: string | null;
  @IsListOf(() => AttemptResponse) attempts: AttemptResponse[];
}

/** One delivery with its content. */
export class DeliveryDetailsResponse extends DeliveryResponse {
  @JSONSchema({ description: 'The body of each attempt, byte for byte what `JSON.stringify` makes of it.' })
  @IsObject()
  payload: Record<string, unknown>;
}

/** The deliveries that a recovery sends again, or the count of a dry run. */
export class RecoveryResponse {
  @JSONSchema({ description: 'Null in a dry run.' }) @IsString() @OrNull() id: string | null;
  @IsBoolean() dry_run: boolean;
  @JSONSchema({ description: 'Number of matching deliveries.' }) @IsInt() count: number;
  @JSONSchema({ description: 'Number of deliveries that were queued so far.' }) @IsInt() recovered: number;
  @IsTime() @OrNull() ended_at: string | null;
}

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

export function showEndpoint(row: EndpointEntity, now: number): WebhookResponse {
  const { id, url, events, description, active, disabled_reason, filter, circuit_until } = row;
  const rotated = row.old_secret_until !== null && row.old_secret_until > now;
  return {
    id,
    url,
    events,
    description,
    active,
    disabled_reason,
    filter,
    rate_per_second: row.rate_per_second,
    max_attempts: row.max_attempts,
    header_names: Object.keys(row.headers ?? {}),
    old_secret_until: rotated ? isoOrNull(row.old_secret_until) : null,
    failing_since: isoOrNull(row.failing_since),
    circuit: circuit_until === null ? 'closed' : circuit_until > now ? 'open' : 'half_open',
    circuit_until: isoOrNull(circuit_until),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

export function showDelivery(row: DeliveryEntity, attempts: AttemptEntity[]): DeliveryResponse {
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

function showAttempt({
  number,
  at,
  duration_ms,
  status,
  reason,
  request_headers,
  response_body,
  response_headers,
}: AttemptEntity): AttemptResponse {
  return { number, at: iso(at), duration_ms, status, reason, request_headers, response_body, response_headers };
}

export function showRecovery({ id, total, recovered, ended_at }: RecoveryEntity, dry_run: boolean): RecoveryResponse {
  return { id: dry_run ? null : id, dry_run, count: total, recovered, ended_at: isoOrNull(ended_at) };
}
