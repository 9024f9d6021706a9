import { wholeNumber, jsonText } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('webhook_endpoints')
export class EndpointEntity {
  @PrimaryColumn('text') id: string;
  /** The project whose events the endpoint receives. */
  @Column('text') project_id: string;
  @Column('text') url: string;
  /** Event names and wildcards, as `matchesEvent` reads them. */
  @Column(jsonText) events: string[];
  @Column('text', { nullable: true }) description: string | null;
  /** Encrypted; see `SecretBox`. */
  @Column('text') encrypted_secret: string;
  @Column('boolean') active: boolean;
  /** Why Percept switched it off. */
  @Column('text', { nullable: true }) disabled_reason: string | null;
  /** The start of the time in which every attempt has failed. */
  @Column({ ...wholeNumber, nullable: true }) failing_since: number | null;
  /** A CEL expression over `{type, data}`. */
  @Column('text', { nullable: true }) filter: string | null;
  /** The user's own headers; each value is encrypted, since it may be a token. */
  @Column({ ...jsonText, nullable: true }) headers: Record<string, string> | null;
  @Column('integer', { nullable: true }) rate_per_second: number | null;
  /** The maximum number of attempts of one delivery; null: as many as the service's waits allow. */
  @Column('integer', { nullable: true }) max_attempts: number | null;
  /** When the rate allows the next attempt. */
  @Column({ ...wholeNumber, nullable: true }) next_send_at: number | null;
  /** The secret before the last rotation, and the time until which it signs, too. */
  @Column('text', { nullable: true }) encrypted_old_secret: string | null;
  @Column({ ...wholeNumber, nullable: true }) old_secret_until: number | null;
  @Column('integer', { default: 0 }) consecutive_failures: number;
  /** Nothing is sent before this time; null: the circuit is closed. */
  @Column({ ...wholeNumber, nullable: true }) circuit_until: number | null;
  @Column(wholeNumber) created_at: number;
  @Column(wholeNumber) updated_at: number;
}

/** The columns needed to send to an endpoint. */
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

/** The columns needed to judge an attempt. */
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
