import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { wholeNumber, jsonText } from '../../../durable/database';
import type { ErrorCode } from '../../../kernel';

/** One item of one step of a run. A step outside blocks has one item, with an empty key. */
@Entity('run_items')
@Index('run_items_key', ['key', 'run_id', 'step'], { unique: true })
@Index('run_items_failed', ['run_id', 'sort'], { where: "state = 'failed'" })
export class RunItemEntity {
  @PrimaryColumn('text') run_id: string;
  @PrimaryColumn('text') step: string;
  /** Sorts the rows. */
  @PrimaryColumn('text') sort: string;
  /** The id of the item's shard. */
  @Column('text', { default: '' }) shard: string;
  /** Names the item to people and receivers. */
  @Column('text') key: string;
  /** The item as expressions see it. */
  @Column({ ...jsonText, nullable: true }) item: unknown;
  @Column('text') state: 'pending' | 'succeeded' | 'failed';
  @Column('integer') attempts: number;
  /** 1: all of its calls were found in the cache. */
  @Column('integer', { default: 0 }) cached: number;
  /** How often a process crashed while the item was in flight. Counted only after the first crash of the run. */
  @Column('integer', { default: 0 }) crashes: number;
  /** The results of the item's steps so far, by step id. A resumed item continues after them. */
  @Column({ ...jsonText, nullable: true }) results: Record<string, unknown> | null;
  /** The row that `collect` made. */
  @Column({ ...jsonText, nullable: true }) row: unknown;
  @Column('text', { nullable: true }) error_step: string | null;
  @Column('text', { nullable: true }) error_code: ErrorCode | null;
  @Column('text', { nullable: true }) error_reason: string | null;
  @Column({ ...wholeNumber, nullable: true }) ended_at: number | null;
}

/** The items of one step of a run. */
export interface StepItems {
  run_id: string;
  step: string;
}
