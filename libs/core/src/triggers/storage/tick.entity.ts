import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { wholeNumber, jsonText } from '../../durable/database';

/** `due` becomes `started` (a run), `skipped` or `failed` (the run could not be started); the last two have a reason. */
export type TickState = 'due' | 'started' | 'skipped' | 'failed';

/** A moment at which a trigger fired, or should have. */
@Entity('ticks')
@Index('ticks_once', ['schedule_id', 'ref'], { unique: true })
@Index('ticks_due', ['state', 'fire_at'])
@Index('ticks_newest', ['schedule_id', 'at'])
export class TickEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') schedule_id: string;
  /** Identifies what the tick is for: its time, a file, a request. Unique in the schedule. */
  @Column('text') ref: string;
  @Column(wholeNumber) at: number;
  /** `at` plus its jitter. */
  @Column(wholeNumber) fire_at: number;
  @Column('text') state: TickState;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('text', { nullable: true }) run_id: string | null;
  /** Inputs that the tick brings. */
  @Column({ ...jsonText, nullable: true }) inputs: Record<string, unknown> | null;
}
