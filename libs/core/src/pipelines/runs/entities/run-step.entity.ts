import { wholeNumber } from '../../../durable/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const STEP_STATES = ['pending', 'succeeded', 'partial', 'failed', 'skipped'] as const;
/** How a step of the pipeline ended; `skipped`: its `if` was false. */
export type StepState = (typeof STEP_STATES)[number];

@Entity('run_steps')
export class RunStepEntity {
  @PrimaryColumn('text') run_id: string;
  @PrimaryColumn('text') step: string;
  @Column('text') state: StepState;
  /** The number of items, once all are listed; null before. */
  @Column('integer', { nullable: true }) total: number | null;
  /** 1: more items failed than the step tolerates, so no further item starts. */
  @Column('integer', { default: 0 }) stopping: number;
  /** When the listing of its items began. A process that takes over the run keeps it; a retry clears it. */
  @Column({ ...wholeNumber, nullable: true }) started_at: number | null;
  /** Null while the step is pending. */
  @Column({ ...wholeNumber, nullable: true }) ended_at: number | null;
}
