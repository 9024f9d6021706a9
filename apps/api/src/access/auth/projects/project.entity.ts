import { wholeNumber, jsonText } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { KeyPlan } from '../plan';

/** Owns keys, pipelines, runs and webhooks. The first start creates a project; docs/decisions/access.md says why. */
@Entity('projects')
export class ProjectEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') name: string;
  @Column('text') plan: KeyPlan;
  /** Requests a month of all its keys together, where the plan leaves that open; null: no limit. */
  @Column('integer', { nullable: true }) monthly_limit: number | null;
  /** Folders that an operator granted, as absolute paths; null: none, or for the first project all. */
  @Column({ ...jsonText, nullable: true }) roots: string[] | null;
  /** The granted buckets and key prefixes. */
  @Column({ ...jsonText, nullable: true }) buckets: string[] | null;
  @Column(wholeNumber) created_at: number;
  /** When the project was deleted: from then on nothing finds it by name, and its data is being removed. */
  @Column({ ...wholeNumber, nullable: true }) deleted_at: number | null;
  /** When its data was gone. The row stays for a day, for work that was still running. */
  @Column({ ...wholeNumber, nullable: true }) erased_at: number | null;
}
