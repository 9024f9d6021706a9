import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../durable/database';

/** A trigger of a pipeline, as this database stores it. */
@Entity('schedules')
@Index('schedules_token_hash', ['token_hash'])
export class ScheduleEntity {
  /** `<pipeline>/<trigger>`, prefixed with `<project>/` except in the first project. */
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  @Column('text') pipeline: string;
  @Column('text') kind: string;
  /** The settings that decide when the trigger fires; see `writeDefinition`. */
  @Column('text') definition: string;
  /** When the pipeline lost the trigger; null while it has it. */
  @Column({ ...wholeNumber, nullable: true }) removed_at: number | null;
  /** The time that `every` counts from. */
  @Column(wholeNumber) anchor: number;
  /** All ticks up to this time have rows. */
  @Column(wholeNumber) cursor: number;
  /** SHA-256 of the last part of the trigger's address, in hex; null without an address. */
  @Column('text', { nullable: true }) token_hash: string | null;
  @Column({ ...wholeNumber, nullable: true }) paused_at: number | null;
  @Column('text', { nullable: true }) paused_reason: string | null;
  /** When a pause ends by itself; null: somebody must resume it. */
  @Column({ ...wholeNumber, nullable: true }) paused_until: number | null;
  /** Failures before this time do not count. */
  @Column(wholeNumber) resumed_at: number;
}
