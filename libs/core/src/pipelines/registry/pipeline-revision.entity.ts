import { Column, Entity, PrimaryColumn } from 'typeorm';
import { epochMs } from '../../durable/database';

/** A pipeline as it was saved over HTTP; the highest number is the current one. */
@Entity('pipeline_revisions')
export class PipelineRevisionEntity {
  @PrimaryColumn('text') name: string;
  /** Counts from 1. */
  @PrimaryColumn('integer') number: number;
  /** SHA-256 of the text, hex; null if it was deleted. */
  @Column('text', { nullable: true }) revision: string | null;
  @Column('text', { nullable: true }) source: string | null;
  @Column(epochMs) created_at: number;
}
