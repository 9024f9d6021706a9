import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many requests of a kind there were on a day. */
@Entity('usage_counts')
export class UsageCountEntity {
  @PrimaryColumn('text') project_id: string;
  /** `2026-01-31`, in UTC. */
  @PrimaryColumn('text') day: string;
  /** Id of the key, or of the administrator. */
  @PrimaryColumn('text') key_id: string;
  /** A capability, or method and path of another operation. */
  @PrimaryColumn('text') operation: string;
  @PrimaryColumn('integer') status: number;
  /** Upper bound of their duration in milliseconds; they took longer than the next smaller bound. */
  @PrimaryColumn('integer') within_ms: number;
  @Column('integer') requests: number;
  @Column('integer') total_ms: number;
}

/** A slower one counts under the last. */
export const BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 120_000];
