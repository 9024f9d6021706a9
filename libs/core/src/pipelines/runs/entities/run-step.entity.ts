import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a step of the pipeline ended; `skipped`: its `if` was false. */
export type StepState = 'pending' | 'succeeded' | 'partial' | 'failed' | 'skipped';

@Entity('run_steps')
export class RunStepEntity {
  @PrimaryColumn('text') run_id: string;
  @PrimaryColumn('text') step: string;
  @Column('text') state: StepState;
  /** Items, once all of them are listed; null before. */
  @Column('integer', { nullable: true }) total: number | null;
  /** 1: more items failed than the step tolerates, so no further item starts. */
  @Column('integer', { default: 0 }) stopping: number;
}
