import { Injectable, Optional } from '@nestjs/common';
import { newId, Store, systemClock, type Clock } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { createHash } from 'node:crypto';
import type { AdministratorEntity, SessionEntity } from './administrator.entity';
import { findAdministrator } from './administrator.repository';
import { newSessionToken } from './administrators';
import {
  deleteEndedSessions,
  deleteSession,
  deleteSessionById,
  deleteSessions,
  findSession,
  insertSession,
  listSessions,
  setLastSeen,
  type Live,
} from './session.repository';

export const SESSION_MS = 14 * 24 * 3_600_000;
/** A session that nobody uses ends sooner. */
const IDLE_MS = 8 * 3_600_000;
/** How stale `last_seen_at` may be: a write for each request would cost more than the figure is worth. */
const SEEN_STEP_MS = 60_000;
const LONGEST_AGENT = 300;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The browser that somebody signs in from. */
export interface Browser {
  address: string;
  userAgent?: string;
}

/** Signed-in browsers. They are rows, so that signing out takes effect at once in every process. */
@Injectable()
export class Sessions {
  constructor(
    private readonly store: Store,
    @Optional() private readonly clock: Clock = systemClock,
  ) {}

  /** Creates the token for the cookie. Deletes sessions that are over. */
  async start(administrator: AdministratorEntity, browser: Browser): Promise<{ token: string; session: SessionEntity }> {
    const token = newSessionToken();
    const { now } = this.live();
    const session: SessionEntity = {
      token_hash: hashOf(token),
      id: newId('ses'),
      administrator_id: administrator.id,
      address: browser.address,
      user_agent: browser.userAgent?.slice(0, LONGEST_AGENT) ?? null,
      created_at: now,
      last_seen_at: now,
      expires_at: now + SESSION_MS,
    };
    await this.store.transaction(async ({ manager }) => {
      await deleteEndedSessions(manager, this.live());
      await insertSession(manager, session);
    });
    return { token, session };
  }

  /** @param isUse whether somebody does something: a page that asks by itself keeps no session alive. */
  async find(
    token: string,
    { isUse = false } = {},
  ): Promise<{ session: SessionEntity; administrator: AdministratorEntity } | undefined> {
    const { reader } = this.store;
    const session = await findSession(reader, hashOf(token), this.live());
    const administrator = session && (await findAdministrator(reader, session.administrator_id));
    if (!administrator) return undefined;
    const now = this.clock.now();
    if (isUse && now - session.last_seen_at > SEEN_STEP_MS)
      await this.store.transaction(({ manager }) => setLastSeen(manager, session.token_hash, now));
    return { session, administrator };
  }

  /** The newest first. `current` marks the session of the token. */
  async list(administratorId: string, token: string): Promise<(SessionEntity & { current: boolean })[]> {
    const rows = await listSessions(this.store.reader, administratorId, this.live());
    const own = hashOf(token);
    return rows.map((row) => ({ ...row, current: row.token_hash === own }));
  }

  async end(token: string): Promise<void> {
    await this.store.transaction(({ manager }) => deleteSession(manager, hashOf(token)));
  }

  /** @throws NOT_FOUND. */
  async endOne(id: string, administratorId: string): Promise<void> {
    const wasThere = await this.store.transaction(({ manager }) => deleteSessionById(manager, id, administratorId));
    if (!wasThere) throw PerceptError.notFound(`The session '${id.slice(0, 100)}'`);
  }

  async endAll(administratorId: string): Promise<void> {
    await this.store.transaction(({ manager }) => deleteSessions(manager, administratorId));
  }

  async endOthers(administratorId: string, token: string): Promise<void> {
    await this.store.transaction(({ manager }) => deleteSessions(manager, administratorId, hashOf(token)));
  }

  private live(): Live {
    const now = this.clock.now();
    return { now, idleSince: now - IDLE_MS };
  }
}
