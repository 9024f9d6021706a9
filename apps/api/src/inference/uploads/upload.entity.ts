import { wholeNumber } from '@percept/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An image or a video that a project keeps for its calls. The bytes are in a file named after the id. */
@Entity('uploads')
@Index('uploads_project', ['project_id', 'id'])
@Index('uploads_expired', ['expires_at'])
export class UploadEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  /** The media type detected from the bytes. */
  @Column('text') media_type: string;
  @Column(wholeNumber) bytes: number;
  @Column(wholeNumber) created_at: number;
  /** From then on the upload is not found any more. Its bytes are removed later. */
  @Column(wholeNumber) expires_at: number;
}
