import { Injectable } from '@nestjs/common';
import { Store, systemClock, type Clock } from '@percept/core';
import { createHash } from 'node:crypto';
import type { AdministratorEntity, SessionEntity } from './administrator.entity';
import { findAdministrator } from './administrator.repository';
import { newToken } from './administrators';
import { deleteExpiredSessions, deleteSession, deleteSessionsOf, findSession, insertSession } from './session.repository';

export const SESSION_COOKIE = 'percept_session';
export const SESSION_MS = 14 * 24 * 3_600_000;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Signed-in browsers. They are rows, so that signing out counts at once in every process. */
@Injectable()
export class Sessions {
  private readonly clock: Clock = systemClock;

  constructor(private readonly store: Store) {}

  /** The token for the cookie. Sessions that have expired make room. */
  async start(administrator: AdministratorEntity): Promise<{ token: string; session: SessionEntity }> {
    const token = newToken();
    const now = this.clock.now();
    const session = {
      token_hash: hashOf(token),
      administrator_id: administrator.id,
      created_at: now,
      expires_at: now + SESSION_MS,
    };
    await this.store.transaction(async ({ manager }) => {
      await deleteExpiredSessions(manager, now);
      await insertSession(manager, session);
    });
    return { token, session };
  }

  async find(token: string): Promise<{ session: SessionEntity; administrator: AdministratorEntity } | undefined> {
    const { reader } = this.store;
    const session = await findSession(reader, hashOf(token), this.clock.now());
    const administrator = session && (await findAdministrator(reader, session.administrator_id));
    return administrator ? { session, administrator } : undefined;
  }

  async end(token: string): Promise<void> {
    await this.store.transaction(({ manager }) => deleteSession(manager, hashOf(token)));
  }

  async endAll(administratorId: string): Promise<void> {
    await this.store.transaction(({ manager }) => deleteSessionsOf(manager, administratorId));
  }
}
