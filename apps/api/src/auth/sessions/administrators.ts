import { Injectable } from '@nestjs/common';
import { DEFAULT_PROJECT, PerceptError, Store, systemClock, type Clock } from '@percept/core';
import { createHash, randomBytes } from 'node:crypto';
import type { AdministratorEntity } from './administrator.entity';
import { findAdministrator, insertAdministrator, insertLink, setPasswordHash, useLink } from './administrator.repository';
import { Attempts } from '../guess-limiter';
import { unauthorized } from '../keys/api-keys';
import { hashPassword, isPassword } from './password';
import { deleteSessionsOf } from './session.repository';

/** There is one from the first start; its id being fixed, two processes that start together make it once. */
const FIRST = 'adm_default';
const LINK_MS = 24 * 3_600_000;
const GUESSES_PER_MINUTE = 10;
const TOKEN_BYTES = 32;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Who may sign in: the administrator of the first start, by a link that works once or by a password. */
@Injectable()
export class Administrators {
  private readonly clock: Clock = systemClock;
  private readonly attempts = new Attempts(GUESSES_PER_MINUTE, this.clock);

  constructor(private readonly store: Store) {}

  /** Makes the administrator of the first start; false if there is one. */
  async makeFirst(): Promise<boolean> {
    const row = { id: FIRST, project_id: DEFAULT_PROJECT, name: 'admin', password_hash: null, created_at: this.clock.now() };
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

  /** The token of a link that signs in once, within a day. */
  async link(): Promise<{ token: string; expiresAt: number }> {
    await this.makeFirst();
    const token = newToken();
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

  /** @throws UNAUTHORIZED; RATE_LIMITED after too many guesses from an address. */
  async byPassword(password: string, address: string): Promise<AdministratorEntity> {
    this.attempts.check(address);
    // Counted before it is checked: guesses that are sent at once count too.
    this.attempts.failed(address);
    const administrator = await this.get(FIRST);
    if (administrator && (await isPassword(password, administrator.password_hash))) {
      this.attempts.forget(address);
      return administrator;
    }
    throw unauthorized('the password is wrong, or none is set; `percept admin link` makes a link that signs in once.');
  }

  /**
   * Sets the password and ends every session but this one. One that is set already must be given: a browser left open
   * must not be enough.
   * @throws FORBIDDEN.
   */
  async setPassword(
    id: string,
    { password, current, keep }: { password: string; current?: string; keep: string },
  ): Promise<void> {
    const before = await this.get(id);
    if (before?.password_hash && !(await isPassword(current ?? '', before.password_hash)))
      throw new PerceptError('FORBIDDEN', 'The current password is wrong: give it as current_password.');
    const password_hash = await hashPassword(password);
    await this.store.transaction(async ({ manager }) => {
      await setPasswordHash(manager, id, password_hash);
      await deleteSessionsOf(manager, id, hashOf(keep));
    });
  }
}
