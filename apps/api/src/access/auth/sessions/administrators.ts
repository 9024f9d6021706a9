import { Injectable, Optional } from '@nestjs/common';
import { DEFAULT_PROJECT, Store, systemClock, type Clock } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { createHash, randomBytes } from 'node:crypto';
import type { AdministratorEntity } from './administrator.entity';
import {
  findAdministrator,
  insertAdministrator,
  insertLink,
  replacePasswordHash,
  updateAdministrator,
  useLink,
} from './administrator.repository';
import { Attempts } from '../guess-limiter';
import { unauthorized } from '../keys/api-keys';
import { hashPassword, isCheap, isPassword } from './password';
import { checkStrength } from './password-strength';
import { SecondFactor } from './second-factor';
import { deleteSessions } from './session.repository';

/** The administrator of the first start. The fixed id lets two processes that start together create it only once. */
export const FIRST = 'adm_default';
const LINK_MS = 15 * 60_000;
const GUESSES_PER_MINUTE = 10;
/** Guesses for one administrator from all addresses together, so that many addresses do not help to guess a code. */
const GUESSES_PER_HOUR = 100;
const HOUR_MS = 3_600_000;
const TOKEN_BYTES = 32;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
export const newSessionToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export interface Guess {
  password: string;
  /** The one-time code, where codes are on. */
  code?: string;
  address: string;
}

/** Who may sign in: the administrator of the first start, by a link that works once, or by a password and a one-time code. */
@Injectable()
export class Administrators {
  private readonly attempts: Attempts;
  private readonly ofAccount: Attempts;

  constructor(
    private readonly store: Store,
    private readonly secondFactor: SecondFactor,
    @Optional() private readonly clock: Clock = systemClock,
  ) {
    this.attempts = new Attempts(GUESSES_PER_MINUTE, clock);
    this.ofAccount = new Attempts(GUESSES_PER_HOUR, clock, HOUR_MS);
  }

  /** Creates the administrator of the first start; false if there already is one. */
  async makeFirst(): Promise<boolean> {
    const noCodes = { totp_secret: null, totp_pending_secret: null, totp_last_step: 0 };
    const named = { id: FIRST, project_id: DEFAULT_PROJECT, name: 'admin', password_hash: null };
    const row = { ...named, ...noCodes, created_at: this.clock.now() };
    try {
      return await this.store.transaction(async ({ manager }) => {
        if (await findAdministrator(manager, FIRST)) return false;
        await insertAdministrator(manager, row);
        return true;
      });
    } catch (error) {
      if (await findAdministrator(this.store.reader, FIRST)) return false;
      throw error;
    }
  }

  /** The token of a link that signs in once, within 15 minutes. */
  async link(): Promise<{ token: string; expiresAt: number }> {
    await this.makeFirst();
    const token = newSessionToken();
    const expiresAt = this.clock.now() + LINK_MS;
    const row = { token_hash: hashOf(token), administrator_id: FIRST, expires_at: expiresAt, used_at: null };
    await this.store.transaction(({ manager }) => insertLink(manager, row));
    return { token, expiresAt };
  }

  async get(id: string): Promise<AdministratorEntity | null> {
    return findAdministrator(this.store.reader, id);
  }

  /** @throws UNAUTHORIZED; RATE_LIMITED after too many guesses from an address. */
  async byLink(token: string, address: string): Promise<AdministratorEntity> {
    this.attempts.check(address);
    const token_hash = hashOf(token);
    const now = this.clock.now();
    const administrator = await this.store.transaction(({ manager }) => useLink(manager, token_hash, now));
    if (administrator) return administrator;
    this.attempts.failed(address);
    throw unauthorized('the link is unknown, was used already or has expired; `percept admin link` makes a new one.');
  }

  /** @throws UNAUTHORIZED; RATE_LIMITED after too many guesses from one address, or for the account from all addresses. */
  async byPassword({ password, code, address }: Guess): Promise<AdministratorEntity> {
    const administrator = await this.get(FIRST);
    const isRight = (): Promise<boolean> => this.isRight(administrator, password, code);
    if (administrator && (await this.guess(FIRST, address, isRight))) return this.withFullCost(administrator, password);
    throw unauthorized(
      'the password or the one-time code is wrong, or no password is set; `percept admin link` makes a link that signs in once.',
    );
  }

  /**
   * Checks the password again for somebody who is already signed in: a browser left open must not be enough.
   * @throws FORBIDDEN; RATE_LIMITED as `byPassword`.
   */
  async confirm(administrator: AdministratorEntity, { password, address }: Guess): Promise<void> {
    if (!administrator.password_hash) return;
    const isRight = (): Promise<boolean> => isPassword(password, administrator.password_hash);
    if (!(await this.guess(administrator.id, address, isRight)))
      throw new PerceptError('FORBIDDEN', 'The current password is wrong: give it as current_password.');
  }

  /**
   * Sets the password and ends every other session. The current password, if any, must be given.
   * @throws FORBIDDEN; INVALID_REQUEST for a password that is easy to guess; RATE_LIMITED.
   */
  async setPassword(
    id: string,
    { password, current = '', address, keep }: { password: string; current?: string; address: string; keep: string },
  ): Promise<void> {
    const before = await this.get(id);
    if (before) await this.confirm(before, { password: current, address });
    await checkStrength(password);
    const password_hash = await hashPassword(password);
    await this.store.transaction(async ({ manager }) => {
      await updateAdministrator(manager, id, { password_hash });
      await deleteSessions(manager, id, hashOf(keep));
    });
  }

  private async isRight(administrator: AdministratorEntity | null, password: string, code?: string): Promise<boolean> {
    const isIt = await isPassword(password, administrator?.password_hash ?? null);
    // Only a right password uses up a code: a guess must not spend the owner's code.
    return isIt && administrator !== null && (await this.secondFactor.check(administrator, code));
  }

  /** Replaces the weaker hash of an older version, so that guessing that password costs as much as guessing a new one. */
  private async withFullCost(administrator: AdministratorEntity, password: string): Promise<AdministratorEntity> {
    const { id, password_hash: before } = administrator;
    if (!before || !isCheap(before)) return administrator;
    const password_hash = await hashPassword(password);
    await this.store.transaction(({ manager }) => replacePasswordHash(manager, { id, before, after: password_hash }));
    return { ...administrator, password_hash };
  }

  /** A guess counts before it is checked, so that simultaneous guesses count too. */
  async guess(account: string, address: string, isRight: () => Promise<boolean>): Promise<boolean> {
    this.attempts.check(address);
    this.ofAccount.check(account);
    this.attempts.failed(address);
    this.ofAccount.failed(account);
    if (!(await isRight())) return false;
    this.attempts.forget(address);
    this.ofAccount.forget(account);
    return true;
  }
}
