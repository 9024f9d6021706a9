import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many requests of one kind there were on a day. */
@Entity('usage_counts')
export class UsageCountEntity {
  @PrimaryColumn('text') project_id: string;
  /** The day in UTC, such as `2026-01-31`. */
  @PrimaryColumn('text') day: string;
  /** The id of the key or the administrator. */
  @PrimaryColumn('text') key_id: string;
  /** The id of a capability, or the method and path of any other operation. */
  @PrimaryColumn('text') operation: string;
  @PrimaryColumn('integer') status: number;
  /** Upper bound of the duration in milliseconds. The requests took longer than the next smaller bound. */
  @PrimaryColumn('integer') within_ms: number;
  @Column('integer') requests: number;
  @Column('integer') total_ms: number;
}

/** Slower requests count under the last bound. */
export const BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 120_000];
