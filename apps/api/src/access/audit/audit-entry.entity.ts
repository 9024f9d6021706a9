import { wholeNumber } from '@percept/core';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CallerKind } from '../auth/caller';

/** An action of an administrator. */
@Entity('audit_log')
@Index('audit_log_project', ['project_id', 'id'])
export class AuditEntryEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  @Column(wholeNumber) at: number;
  @Column('text') actor_kind: CallerKind;
  @Column('text') actor_id: string;
  @Column('text') actor_name: string;
  @Column('text') action: string;
  /** Id of what the action changed. */
  @Column('text', { nullable: true }) target: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('text', { nullable: true }) request_id: string | null;
}
