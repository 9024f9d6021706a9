import { wholeNumber, jsonText } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A value that the pipelines of a project may use as `${{ secrets.NAME }}`. */
@Entity('project_secrets')
export class ProjectSecretEntity {
  @PrimaryColumn('text') project_id: string;
  @PrimaryColumn('text') name: string;
  /** See `SecretBox`. */
  @Column('text') encrypted_value: string;
  /** Hosts that may receive the secret in a URL. If empty, no call with a URL may use it. */
  @Column(jsonText) hosts: string[];
  @Column(wholeNumber) created_at: number;
  @Column(wholeNumber) updated_at: number;
}
