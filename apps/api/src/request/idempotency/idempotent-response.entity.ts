import { wholeNumber } from '@percept/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A request with an Idempotency-Key, and its response. */
@Entity('idempotent_requests')
@Index('idempotent_requests_time', ['created_at'])
export class IdempotentResponseEntity {
  @PrimaryColumn('text') caller_id: string;
  /** SHA-256 of the key, hex. */
  @PrimaryColumn('text') key_hash: string;
  /** SHA-256 of method, path and body, hex. */
  @Column('text') fingerprint: string;
  @Column(wholeNumber) created_at: number;
  /** Null while the request runs. */
  @Column('text', { nullable: true }) encrypted_response: string | null;
}
