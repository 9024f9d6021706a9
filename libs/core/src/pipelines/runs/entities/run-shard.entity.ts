import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../../durable/database';

/** A part of the items of a step that one process works on at a time. It is a job of the queue. */
@Entity('run_shards')
@Index('run_shards_run', ['run_id', 'step'])
export class RunShardEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') run_id: string;
  @Column('text') step: string;
  /** Its items are between these two, and name it. */
  @Column('text') first_sort: string;
  @Column('text') last_sort: string;
  @Column('text') state: 'open' | 'ended';
  /** Token of the job that works on it: results of another token are dropped. */
  @Column('text', { nullable: true }) claim: string | null;
  /** The process id and the host that work, or last worked, on it. */
  @Column('integer', { nullable: true }) process: number | null;
  @Column('text', { nullable: true }) host: string | null;
  /** Items in flight at most; null: as many as the process has slots for items. */
  @Column('integer', { nullable: true }) slots: number | null;
  /** Counts of its items; the run's own counts include them once it has ended. */
  @Column('integer', { default: 0 }) succeeded: number;
  @Column('integer', { default: 0 }) failed: number;
  @Column('integer', { default: 0 }) cached: number;
  @Column('integer', { default: 0 }) running: number;
  /** What its items wait for, as its process last told: `ShardWait[]` as JSON. */
  @Column('text', { nullable: true }) waits: string | null;
  /** What its results take, in the database and in files. */
  @Column({ ...wholeNumber, default: 0 }) result_bytes: number;
  /** Times that a process ended without leaving it. */
  @Column('integer', { default: 0 }) crashes: number;
}
