import { epochMs } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Whom keys, webhooks and runs belong to. There is one for an installation: docs/decisions/access.md says why. */
@Entity('accounts')
export class AccountEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') name: string;
  @Column(epochMs) created_at: number;
}
