import { epochMs } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Owner of keys, pipelines, runs and webhooks. The first start creates one: docs/decisions/access.md says why. */
@Entity('projects')
export class ProjectEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') name: string;
  @Column(epochMs) created_at: number;
}
