import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../../durable/database';

/** A part of a step's items. One process works on it at a time, as a job of the queue. */
@Entity('run_shards')
@Index('run_shards_run', ['run_id', 'step'])
export class RunShardEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') run_id: string;
  @Column('text') step: string;
  /** The shard's items lie between these two and name the shard. */
  @Column('text') first_sort: string;
  @Column('text') last_sort: string;
  @Column('text') state: 'open' | 'ended';
  /** Token of the job that works on it: results of another token are dropped. */
  @Column('text', { nullable: true }) claim: string | null;
  /** The process id and the host that work on the shard, or last did. */
  @Column('integer', { nullable: true }) process: number | null;
  @Column('text', { nullable: true }) host: string | null;
  /** The most items in flight; null: as many as the process has slots for items. */
  @Column('integer', { nullable: true }) slots: number | null;
  /** Counts of the shard's items. The run's counts include them once the shard has ended. */
  @Column('integer', { default: 0 }) succeeded: number;
  @Column('integer', { default: 0 }) failed: number;
  @Column('integer', { default: 0 }) cached: number;
  @Column('integer', { default: 0 }) running: number;
  /** What the shard's items wait for, as its process last reported: `ShardWait[]` as JSON. */
  @Column('text', { nullable: true }) waits: string | null;
  /** Bytes of the shard's results in the database and in files. */
  @Column({ ...wholeNumber, default: 0 }) result_bytes: number;
  /** How often a process ended without leaving the shard. */
  @Column('integer', { default: 0 }) crashes: number;
}
