import { wholeNumber, jsonText } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One exchange with an endpoint. */
@Entity('webhook_attempts', { withoutRowid: true })
export class AttemptEntity {
  @PrimaryColumn('text') delivery_id: string;
  /** Counts from 1. */
  @PrimaryColumn('integer') number: number;
  @Column(wholeNumber) at: number;
  @Column('integer') duration_ms: number;
  /** Null if no answer came. */
  @Column('integer', { nullable: true }) status: number | null;
  /** Why the attempt failed; null for a success. */
  @Column('text', { nullable: true }) reason: string | null;
  /** The headers without secrets; null if nothing was sent. */
  @Column({ ...jsonText, nullable: true }) request_headers: Record<string, string> | null;
  @Column('text', { nullable: true }) response_body: string | null;
  @Column({ ...jsonText, nullable: true }) response_headers: Record<string, string> | null;
}
