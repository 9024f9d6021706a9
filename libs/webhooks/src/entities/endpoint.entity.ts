import { epochMs, jsonText } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('webhook_endpoints')
export class EndpointEntity {
  @PrimaryColumn('text') id: string;
  /** Whose events it receives. */
  @Column('text') project_id: string;
  @Column('text') url: string;
  /** Event names and wildcards, as `matchesEvent` reads them. */
  @Column(jsonText) events: string[];
  @Column('text', { nullable: true }) description: string | null;
  /** Encrypted; see `SecretBox`. */
  @Column('text') encrypted_secret: string;
  @Column('boolean') active: boolean;
  /** Why it was switched off by us. */
  @Column('text', { nullable: true }) disabled_reason: string | null;
  /** Since when every attempt has failed. */
  @Column({ ...epochMs, nullable: true }) failing_since: number | null;
  /** CEL over `{type, data}`. */
  @Column('text', { nullable: true }) filter: string | null;
  /** Headers of the user's own; each value is encrypted: it may be a token. */
  @Column({ ...jsonText, nullable: true }) headers: Record<string, string> | null;
  @Column('integer', { nullable: true }) rate_per_second: number | null;
  /** How often one delivery is tried; null: as often as the service's waits allow. */
  @Column('integer', { nullable: true }) max_attempts: number | null;
  /** When the rate lets the next attempt start. */
  @Column({ ...epochMs, nullable: true }) next_send_at: number | null;
  /** The secret before the last rotation, and until when it signs too. */
  @Column('text', { nullable: true }) encrypted_old_secret: string | null;
  @Column({ ...epochMs, nullable: true }) old_secret_until: number | null;
  @Column('integer', { default: 0 }) consecutive_failures: number;
  /** Nothing is sent before; null: the circuit is closed. */
  @Column({ ...epochMs, nullable: true }) circuit_until: number | null;
  @Column(epochMs) created_at: number;
  @Column(epochMs) updated_at: number;
}

/** What sending to it takes. */
export const SENDING = [
  'id',
  'url',
  'active',
  'headers',
  'rate_per_second',
  'next_send_at',
  'encrypted_secret',
  'encrypted_old_secret',
  'old_secret_until',
  'circuit_until',
] as const satisfies (keyof EndpointEntity)[];
export type SendingEndpoint = Pick<EndpointEntity, (typeof SENDING)[number]>;

/** What judging an attempt takes. */
export const HEALTH = [
  'id',
  'project_id',
  'url',
  'active',
  'max_attempts',
  'consecutive_failures',
  'failing_since',
  'circuit_until',
] as const satisfies (keyof EndpointEntity)[];
export type EndpointHealth = Pick<EndpointEntity, (typeof HEALTH)[number]>;
