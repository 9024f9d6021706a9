import { epochMs, jsonText, wholeNumber } from '@percept/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An entry of a collection. */
@Entity('collection_entries')
@Index('collection_entries_revision', ['collection_id', 'revision'])
@Index('collection_entries_expired', ['expires_at'])
export class EntryEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  @Column('text') collection_id: string;
  @Column('text', { nullable: true }) label: string | null;
  /** The text of an entry of texts. */
  @Column('text', { nullable: true }) text: string | null;
  @Column(jsonText) metadata: object;
  @Column('boolean') has_picture: boolean;
  /** 32-bit floats, little endian, in Base64: the databases have no type for bytes in common. Of a face sealed: see `EntrySeal`. */
  @Column('text', { select: false }) vector: string;
  /** A small JPEG in Base64; of a face sealed. */
  @Column('text', { nullable: true, select: false }) picture: string | null;
  /** See `CollectionEntity.revision`. */
  @Column(wholeNumber) revision: number;
  @Column(epochMs) created_at: number;
  @Column({ ...epochMs, nullable: true }) expires_at: number | null;
}
