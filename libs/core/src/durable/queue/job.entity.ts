import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../database';
import type { QueueName } from './queue';

/** `waiting` → `leased` → removed, back to `waiting`, or `parked` after too many crashes. */
export type JobState = 'waiting' | 'leased' | 'parked';

const WAITING = { where: "state = 'waiting'" };

@Entity('jobs')
@Index('jobs_next', ['queue', 'run_at'], { where: `${WAITING.where} AND run_at >= 0` })
@Index('jobs_turn', ['queue', 'group_key', 'rank', 'run_at', 'id'], WAITING)
@Index('jobs_leased', ['queue', 'group_key', 'key_name'], { where: "state = 'leased'" })
@Index('jobs_ref', ['ref', 'queue'])
export class JobEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') queue: QueueName;
  @Column('text') ref: string;
  @Column('text', { nullable: true }) owner: string | null;
  /** Empty if it has no group. */
  @Column('text') group_key: string;
  @Column('integer', { nullable: true }) group_limit: number | null;
  /** The API key that the job is for; empty if there is none. */
  @Column('text', { default: '' }) key_name: string;
  @Column('integer', { nullable: true }) key_limit: number | null;
  /** Lower ranks are claimed first: the negative priority. */
  @Column('integer', { default: 0 }) rank: number;
  @Column('text') state: JobState;
  @Column(wholeNumber) run_at: number;
  /** The process that has the lease. */
  @Column('text', { nullable: true }) leased_by: string | null;
  @Column('text', { nullable: true }) token: string | null;
  @Column({ ...wholeNumber, nullable: true }) lease_until: number | null;
  @Column('integer') attempts: number;
  /** Throws and lost leases since the last success. */
  @Column('integer') crashes: number;
  /** Why the job was last released. */
  @Column('text', { nullable: true }) reason: string | null;
  /** When `run_at` was set. */
  @Column(wholeNumber) scheduled_at: number;
}
