import type { EarlierAttempt, RunState, RunResponse } from './run-responses';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { DEFAULT_PROJECT } from '../../../kernel';
import { wholeNumber, jsonText } from '../../../durable/database';

@Entity('runs')
@Index('runs_time', ['created_at', 'id'])
export class RunEntity {
  @PrimaryColumn('text') id: string;
  @Column('text', { default: DEFAULT_PROJECT }) project_id: string;
  /** The key that started the run and whose plan pays for it. */
  @Column('text', { nullable: true }) key_id: string | null;
  @Column('text') pipeline: string;
  /** SHA-256 of `source`, hex. */
  @Column('text') revision: string;
  /** The text of the pipeline when the run started. Later changes of the file do not affect the run. */
  @Column('text') source: string;
  @Column('text') file: string;
  @Column(jsonText) inputs: Record<string, unknown>;
  /** The maximum of items for each block: the first ones listed; null: all. */
  @Column('integer', { nullable: true }) item_limit: number | null;
  /** The base of relative paths; null: the roots. */
  @Column('text', { nullable: true }) base: string | null;
  /** The folders that may be read; null: all. */
  @Column({ ...jsonText, nullable: true }) roots: string[] | null;
  @Column('text') status: RunState;
  /** Token of the job that executes the run: results of another token are dropped. */
  @Column('text', { nullable: true }) claim: string | null;
  @Column({ ...wholeNumber, nullable: true }) cancel_requested_at: number | null;
  @Column('integer') total: number;
  @Column('integer') running: number;
  @Column('integer') succeeded: number;
  @Column('integer') failed: number;
  /** How many of the succeeded items were found in the cache. */
  @Column('integer', { default: 0 }) cached: number;
  /** Bytes of the results of the run's ended shards, in the database and in files. */
  @Column({ ...wholeNumber, default: 0 }) result_bytes: number;
  /** How often a process ended without leaving the run: see `Items`. */
  @Column('integer', { default: 0 }) crashes: number;
  /** Items per second over the last ten seconds, and when that was written. */
  @Column('double precision', { nullable: true }) rate: number | null;
  @Column({ ...wholeNumber, nullable: true }) rate_updated_at: number | null;
  @Column(wholeNumber) created_at: number;
  /** When its last attempt began. `ended_at` says when that attempt ended. */
  @Column({ ...wholeNumber, nullable: true }) started_at: number | null;
  /** Since when it is being executed, and how many items had ended by then. The rate needs both. */
  @Column({ ...wholeNumber, nullable: true }) resumed_at: number | null;
  @Column('integer') ended_before: number;
  @Column({ ...wholeNumber, nullable: true }) ended_at: number | null;
  @Column('text', { nullable: true }) error: string | null;
  @Column({ ...jsonText, nullable: true }) outputs: RunResponse['outputs'] | null;
  /** The attempts before the last retry, oldest first; null: nobody retried it. */
  @Column({ ...jsonText, nullable: true }) earlier_attempts: EarlierAttempt[] | null;
  /** The summed durations of these attempts, each from start to end. */
  @Column({ ...wholeNumber, default: 0 }) worked_before_ms: number;
  /**
   * A W3C `traceparent`: first of the request that started the run, then of the span that coordinates it, for any process that
   * works on it.
   */
  @Column('text', { nullable: true }) traceparent: string | null;
}
