import { epochMs, jsonText } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Plan } from '../plan';

/** Owner of keys, pipelines, runs and webhooks. The first start creates one: docs/decisions/access.md says why. */
@Entity('projects')
export class ProjectEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') name: string;
  @Column('text') plan: Plan;
  /** Requests a month of all its keys together, where the plan leaves that open; null: no limit. */
  @Column('integer', { nullable: true }) monthly_limit: number | null;
  /** Folders that an operator granted, as absolute paths; null: none, or for the first project all. */
  @Column({ ...jsonText, nullable: true }) roots: string[] | null;
  /** The buckets and beginnings of keys that were granted to it. */
  @Column({ ...jsonText, nullable: true }) buckets: string[] | null;
  @Column(epochMs) created_at: number;
  /** When somebody deleted it: nothing finds it by name any more, and its data is being removed. */
  @Column({ ...epochMs, nullable: true }) deleted_at: number | null;
  /** When its data was gone. The row stays for a day, for what was still under way. */
  @Column({ ...epochMs, nullable: true }) erased_at: number | null;
}
