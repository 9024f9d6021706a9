import { epochMs, jsonText } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('webhook_endpoints')
export class EndpointRow {
  @PrimaryColumn('text') id: string;
  @Column('text') url: string;
  /** Event names and wildcards, as `matchesEvent` reads them. */
  @Column(jsonText) events: string[];
  @Column('text', { nullable: true }) description: string | null;
  /** Encrypted; see `SecretBox`. */
  @Column('text') sealed_secret: string;
  @Column('boolean') active: boolean;
  /** Why it was switched off by us. */
  @Column('text', { nullable: true }) disabled_reason: string | null;
  /** Since when every attempt has failed. */
  @Column({ ...epochMs, nullable: true }) failing_since: number | null;
  @Column(epochMs) created_at: number;
  @Column(epochMs) updated_at: number;
}
