import { wholeNumber, jsonText } from '@percept/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { KeyPlan } from '../plan';
import type { Scope } from '../scopes';

/** A key as it is stored: never the key itself, only its SHA-256. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  @Column('text') name: string;
  /** The first characters, so that people can tell their keys apart. */
  @Column('text') prefix: string;
  @Index('api_keys_hash', { unique: true })
  @Column('text')
  key_hash: string;
  /** An AWS-style access key id that belongs to the key. */
  @Index('api_keys_aws', { unique: true })
  @Column('text', { nullable: true })
  aws_access_key_id: string | null;
  /** Its secret access key, encrypted; see `SecretBox`. */
  @Column('text', { nullable: true }) aws_encrypted_secret: string | null;
  @Column('text') plan: KeyPlan;
  /** Requests a month, where the plan leaves that open. */
  @Column('integer', { nullable: true }) monthly_limit: number | null;
  @Column(jsonText) scopes: Scope[];
  @Column(wholeNumber) created_at: number;
  @Column({ ...wholeNumber, nullable: true }) expires_at: number | null;
  @Column({ ...wholeNumber, nullable: true }) revoked_at: number | null;
  @Column({ ...wholeNumber, nullable: true }) last_used_at: number | null;
}
