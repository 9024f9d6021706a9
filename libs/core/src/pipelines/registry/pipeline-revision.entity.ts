import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../durable/database';

/** A pipeline of a project as it was saved over HTTP; the highest number is the current one. */
@Entity('pipeline_revisions')
export class PipelineRevisionEntity {
  @PrimaryColumn('text') project_id: string;
  @PrimaryColumn('text') name: string;
  /** Counts from 1. */
  @PrimaryColumn('integer') number: number;
  /** SHA-256 of the text, hex; null if it was deleted. */
  @Column('text', { nullable: true }) revision: string | null;
  @Column('text', { nullable: true }) source: string | null;
  /** The key that saved the revision. It pays for the runs of the triggers. Null: an administrator saved it. */
  @Column('text', { nullable: true }) key_id: string | null;
  @Column(wholeNumber) created_at: number;
}
