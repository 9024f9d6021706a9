import { epochMs, wholeNumber } from '@percept/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An image or a video that a project keeps for its calls. The bytes are in a file of that id. */
@Entity('uploads')
@Index('uploads_project', ['project_id', 'id'])
@Index('uploads_expired', ['expires_at'])
export class UploadEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  /** The type that its bytes show. */
  @Column('text') media_type: string;
  @Column(wholeNumber) bytes: number;
  @Column(epochMs) created_at: number;
  /** From then on it does not exist for anybody; its bytes are removed afterwards. */
  @Column(epochMs) expires_at: number;
}
