import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../durable/database';

/** A trigger of a pipeline as this database knows it. */
@Entity('schedules')
@Index('schedules_token_hash', ['token_hash'])
export class ScheduleEntity {
  /** `<pipeline>/<trigger>`. */
  @PrimaryColumn('text') id: string;
  @Column('text') pipeline: string;
  @Column('text') kind: string;
  /** What decides when it fires; another one starts from now. */
  @Column('text') definition: string;
  /** Since when its pipeline does not have it any more. */
  @Column({ ...epochMs, nullable: true }) removed_at: number | null;
  /** What `every` counts from. */
  @Column(epochMs) anchor: number;
  /** Ticks up to here are in the tick history. */
  @Column(epochMs) cursor: number;
  /** Of a webhook trigger: SHA-256 of the last part of its address, hex; null until one is made. */
  @Column('text', { nullable: true }) token_hash: string | null;
  @Column({ ...epochMs, nullable: true }) paused_at: number | null;
  @Column('text', { nullable: true }) paused_reason: string | null;
  /** Failures before this do not count any more. */
  @Column(epochMs) resumed_at: number;
}
