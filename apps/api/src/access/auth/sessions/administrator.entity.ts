import { wholeNumber } from '@percept/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person who signs in to the dashboard. */
@Entity('administrators')
export class AdministratorEntity {
  @PrimaryColumn('text') id: string;
  @Column('text') project_id: string;
  @Column('text') name: string;
  /** The output of `hashPassword`; null: the administrator signs in by links only. */
  @Column('text', { nullable: true }) password_hash: string | null;
  /** The encrypted secret of one-time codes; null: codes are off. */
  @Column('text', { nullable: true }) totp_secret: string | null;
  /** A secret whose first code is not confirmed yet. */
  @Column('text', { nullable: true }) totp_pending_secret: string | null;
  /** Time step of the last code that signed in; that code cannot be used again. */
  @Column('integer', { default: 0 }) totp_last_step: number;
  @Column(wholeNumber) created_at: number;
}

/** A link that signs in once; stored as the SHA-256 of its token. */
@Entity('sign_in_links')
export class SignInLinkEntity {
  @PrimaryColumn('text') token_hash: string;
  @Column('text') administrator_id: string;
  @Column(wholeNumber) expires_at: number;
  @Column({ ...wholeNumber, nullable: true }) used_at: number | null;
}

/** A signed-in browser; stored as the SHA-256 of its cookie. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryColumn('text') token_hash: string;
  /** Identifies the session in lists. */
  @Column('text') id: string;
  @Column('text') administrator_id: string;
  /** The address that the session was started from. */
  @Column('text') address: string;
  @Column('text', { nullable: true }) user_agent: string | null;
  @Column(wholeNumber) created_at: number;
  /** When the session was last used, to the minute. */
  @Column(wholeNumber) last_seen_at: number;
  @Column(wholeNumber) expires_at: number;
}
