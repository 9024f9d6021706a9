import { epochMs } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who signs in to the dashboard. */
@Entity('administrators')
export class AdministratorEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  @Column('text') name: string;
  /** What `hashPassword` made; null: only links sign in. */
  @Column('text', { nullable: true }) password_hash: string | null;
  /** The secret of one-time codes, encrypted; null: no code is asked for. */
  @Column('text', { nullable: true }) totp_secret: string | null;
  /** One that no code was given of yet. */
  @Column('text', { nullable: true }) totp_pending_secret: string | null;
  /** Time step of the last code that signed in: it does not sign in again. */
  @Column('integer', { default: 0 }) totp_last_step: number;
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
  /** Names it to people. */
  @Column('text') id: string;
  @Column('text') administrator_id: string;
  /** Where it was started from. */
  @Column('text') address: string;
  @Column('text', { nullable: true }) user_agent: string | null;
  @Column(epochMs) created_at: number;
  /** When somebody last used it, to the minute. */
  @Column(epochMs) last_seen_at: number;
  @Column(epochMs) expires_at: number;
}
