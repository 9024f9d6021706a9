import { epochMs } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who signs in to the dashboard. */
@Entity('administrators')
export class AdministratorEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  @Column('text') name: string;
  /** From `hashPassword`; null: only links sign in. */
  @Column('text', { nullable: true }) password_hash: string | null;
  @Column(epochMs) created_at: number;
}

/** A link that signs in once; stored as the SHA-256 of its token. */
@Entity('sign_in_links')
export class SignInLinkEntity {
  @PrimaryColumn('text') token_hash: string;
  @Column('text') administrator_id: string;
  @Column(epochMs) expires_at: number;
  @Column({ ...epochMs, nullable: true }) used_at: number | null;
}

/** A signed-in browser; stored as the SHA-256 of its cookie. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryColumn('text') token_hash: string;
  @Column('text') administrator_id: string;
  @Column(epochMs) created_at: number;
  @Column(epochMs) expires_at: number;
}
