import { wholeNumber, jsonText } from '@percept/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The kinds of entries that a collection may have. */
export const COLLECTION_KINDS = ['pictures', 'states', 'texts', 'faces'] as const;
export type CollectionKind = (typeof COLLECTION_KINDS)[number];

/** A named set of entries whose vectors come from one model. */
@Entity('collections')
@Index('collections_name', ['project_id', 'name'], { unique: true })
export class CollectionEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  @Column('text') name: string;
  @Column('text') kind: CollectionKind;
  /** The model that made the vectors; null while the collection is empty. */
  @Column('text', { nullable: true }) model_name: string | null;
  @Column('text', { nullable: true }) model_version: string | null;
  @Column('integer', { nullable: true }) dimensions: number | null;
  /** Whether the collection keeps small copies of pictures. */
  @Column('boolean') keep_pictures: boolean;
  /** How long an entry stays; 0: until it is deleted. */
  @Column('integer') keep_days: number;
  /** The number of entries. */
  @Column(wholeNumber) entries: number;
  /** Counts the changes; each changed entry stores the number of its latest change. */
  @Column(wholeNumber) revision: number;
  /** How far the latest teaching is: see `TrainingState`. Searches do not read it. */
  @Column({ ...jsonText, nullable: true, select: false }) training?: object | null;
  @Column(wholeNumber) created_at: number;
  @Column(wholeNumber) updated_at: number;
}
