import { epochMs } from '@percept/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CallerKind } from '../auth/caller';

/** A request that was answered: its size, and names and types of its parameters; what was sent and answered only if the operator says so. */
@Entity('request_log')
@Index('request_log_project', ['project_id', 'id'])
@Index('request_log_request', ['project_id', 'request_id'])
@Index('request_log_at', ['at'])
export class RequestLogEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  @Column('text') request_id: string;
  @Column(epochMs) at: number;
  @Column('text') caller_kind: CallerKind;
  @Column('text') caller_id: string;
  @Column('text') caller_name: string;
  @Column('text') method: string;
  /** The path as it was asked, without the query, in which a key may be. */
  @Column('text') route: string;
  /** A capability, or method and route of another operation. */
  @Column('text') operation: string;
  @Column('integer') status: number;
  @Column('integer') duration_ms: number;
  @Column('text', { nullable: true }) content_type: string | null;
  @Column('integer', { nullable: true }) bytes: number | null;
  /** JSON: name of each parameter and its type. */
  @Column('text', { nullable: true }) shape: string | null;
  /** JSON of what was sent and of what was answered, as `keptBody` makes it. */
  @Column('text', { nullable: true }) body: string | null;
  @Column('text', { nullable: true }) answer: string | null;
  @Column('text', { nullable: true }) error_code: string | null;
  @Column('text', { nullable: true }) error_field: string | null;
  @Column('text', { nullable: true }) error_message: string | null;
}
