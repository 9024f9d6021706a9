import { wholeNumber } from '@percept/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CallerKind } from '../../access/auth/caller';

/** An answered request: its size and the names and types of its parameters. The bodies are kept only if the operator wants them. */
@Entity('request_log')
@Index('request_log_project', ['project_id', 'id'])
@Index('request_log_request', ['project_id', 'request_id'])
@Index('request_log_at', ['at'])
export class RequestLogEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  @Column('text') request_id: string;
  @Column(wholeNumber) at: number;
  @Column('text') caller_kind: CallerKind;
  @Column('text') caller_id: string;
  @Column('text') caller_name: string;
  @Column('text') method: string;
  /** The requested path without the query, which may contain a key. */
  @Column('text') route: string;
  /** The id of a capability, or the method and route of any other operation. */
  @Column('text') operation: string;
  @Column('integer') status: number;
  @Column('integer') duration_ms: number;
  @Column('text', { nullable: true }) content_type: string | null;
  @Column('integer', { nullable: true }) bytes: number | null;
  /** JSON: the name and type of each parameter. */
  @Column('text', { nullable: true }) shape: string | null;
  /** The request body and the response body as JSON, shortened by `keptBody`. */
  @Column('text', { nullable: true }) body: string | null;
  @Column('text', { nullable: true }) answer: string | null;
  @Column('text', { nullable: true }) error_code: string | null;
  @Column('text', { nullable: true }) error_field: string | null;
  @Column('text', { nullable: true }) error_message: string | null;
}
