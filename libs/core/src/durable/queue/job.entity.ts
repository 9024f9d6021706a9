import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../database';
import type { QueueName } from './queue';

/** `waiting` → `leased` → gone, back to `waiting`, or `parked` when it crashed too often. */
export type JobState = 'waiting' | 'leased' | 'parked';

const WAITING = { where: "state = 'waiting'" };

@Entity('jobs')
@Index('jobs_next', ['lane', 'run_at'], WAITING)
@Index('jobs_turn', ['lane', 'group_key', 'rank', 'run_at'], WAITING)
@Index('jobs_leased', ['lane', 'group_key', 'key_name'], { where: "state = 'leased'" })
@Index('jobs_ref', ['lane', 'ref'])
export class JobEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') lane: QueueName;
  @Column('text') ref: string;
  @Column('text', { nullable: true }) owner: string | null;
  /** Empty: of no group. */
  @Column('text') group_key: string;
  @Column('integer', { nullable: true }) group_limit: number | null;
  /** On whose behalf; empty: nobody's. */
  @Column('text', { default: '' }) key_name: string;
  @Column('integer', { nullable: true }) key_limit: number | null;
  /** Lower ranks are claimed first: the priority with its sign turned. */
  @Column('integer', { default: 0 }) rank: number;
  @Column('text') state: JobState;
  @Column(epochMs) run_at: number;
  /** The queue, in some process, that holds the lease. */
  @Column('text', { nullable: true }) holder: string | null;
  @Column('text', { nullable: true }) token: string | null;
  @Column({ ...epochMs, nullable: true }) lease_until: number | null;
  @Column('integer') attempts: number;
  /** Throws and lost leases since it last went well. */
  @Column('integer') crashes: number;
  /** Why it was last handed back. */
  @Column('text', { nullable: true }) reason: string | null;
  /** When its `run_at` was set. */
  @Column(epochMs) scheduled_at: number;
}
