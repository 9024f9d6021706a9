import { wholeNumber, jsonText } from '@percept/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('collection_entries')
@Index('collection_entries_revision', ['collection_id', 'revision'])
@Index('collection_entries_expired', ['expires_at'])
export class EntryEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  @Column('text') collection_id: string;
  @Column('text', { nullable: true }) label: string | null;
  /** The text, in a collection of texts. */
  @Column('text', { nullable: true }) text: string | null;
  @Column(jsonText) metadata: object;
  @Column('boolean') has_picture: boolean;
  /** 32-bit floats, little endian, in Base64, because the databases share no type for bytes. Sealed for a face: see `EntrySeal`. */
  @Column('text', { select: false }) vector: string;
  /** A small JPEG in Base64; sealed for a face. */
  @Column('text', { nullable: true, select: false }) picture: string | null;
  /** See `CollectionEntity.revision`. */
  @Column(wholeNumber) revision: number;
  @Column(wholeNumber) created_at: number;
  @Column({ ...wholeNumber, nullable: true }) expires_at: number | null;
}
