import { epochMs } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Plan } from '../auth/plan';

/** Owner of keys, pipelines, runs and webhooks. The first start creates one: docs/decisions/access.md says why. */
@Entity('projects')
export class ProjectEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') name: string;
  @Column('text') plan: Plan;
  /** Requests a month of all its keys together, where the plan leaves that open; null: no limit. */
  @Column('integer', { nullable: true }) monthly_limit: number | null;
  @Column(epochMs) created_at: number;
}
