import { Injectable } from '@nestjs/common';
import { newId, PerceptError, Store, systemClock, type Clock, type Tables } from '@percept/core';
import { ApiKeyTable1763700000100 } from './api-keys.migration';
import { ApiKey, SCOPES, type Plan, type Scope } from './api-key.entity';
import { hashOf, isWellFormed, newKeyText } from './key-text';

export const accessTables: Tables = { entities: [ApiKey], migrations: [ApiKeyTable1763700000100] };

/** How stale `last_used_at` may be: a write for each request would cost more than the figure is worth. */
const LAST_USED_STEP_MS = 60_000;

export interface NewKey {
  name: string;
  plan?: Plan;
  scopes?: Scope[];
  /** Milliseconds since the epoch; null: never. */
  expires_at?: number | null;
}

/** API keys: made, checked, revoked. Every check asks the database, so that a revocation counts at once in every process. */
@Injectable()
export class ApiKeys {
  private readonly clock: Clock = systemClock;

  constructor(private readonly store: Store) {}

  /** The key itself is in the answer once and stored nowhere. */
  async create({
    name,
    plan = 'free',
    scopes = [...SCOPES],
    expires_at = null,
  }: NewKey): Promise<{ record: ApiKey; key: string }> {
    const key = newKeyText();
    const record: ApiKey = {
      id: newId('key'),
      name,
      prefix: key.slice(0, 12),
      hash: hashOf(key),
      plan,
      scopes,
      created_at: this.clock.now(),
      expires_at,
      revoked_at: null,
      last_used_at: null,
    };
    await this.store.transaction(({ manager }) => manager.insert(ApiKey, record));
    return { record, key };
  }

  async list(): Promise<ApiKey[]> {
    return this.store.reader.find(ApiKey, { order: { created_at: 'ASC' } });
  }

  async isEmpty(): Promise<boolean> {
    return !(await this.store.reader.exists(ApiKey));
  }

  /** By id or by name, where the name is unique among the live keys. @throws NOT_FOUND, CONFLICT. */
  async revoke(idOrName: string): Promise<ApiKey> {
    const live = (await this.list()).filter((key) => key.id === idOrName || (key.name === idOrName && !key.revoked_at));
    if (live.length === 0) throw PerceptError.notFound(`The API key '${idOrName}'`);
    if (live.length > 1) throw new PerceptError('CONFLICT', `${live.length} keys are named '${idOrName}'; say which by its id.`);
    const revoked_at = live[0]!.revoked_at ?? this.clock.now();
    await this.store.transaction(({ manager }) => manager.update(ApiKey, live[0]!.id, { revoked_at }));
    return { ...live[0]!, revoked_at };
  }

  /** @throws UNAUTHORIZED with the reason: none, unknown, revoked, expired. */
  async authenticate(authorization: string | undefined): Promise<ApiKey> {
    const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (!key)
      throw unauthorized("send the header 'Authorization: Bearer <API_KEY>'; `percept keys create --name NAME` makes a key.");
    // Looked up by its hash: there is no text to compare, and so no time to measure.
    const record = isWellFormed(key) ? await this.store.reader.findOneBy(ApiKey, { hash: hashOf(key) }) : null;
    if (!record) throw unauthorized('the API key is unknown; check for a missing character.');
    if (record.revoked_at) throw unauthorized('the API key was revoked.');
    const now = this.clock.now();
    if (record.expires_at && record.expires_at <= now)
      throw unauthorized(`the API key expired at ${new Date(record.expires_at).toISOString()}.`);
    if (now - (record.last_used_at ?? 0) > LAST_USED_STEP_MS) await this.touch(record, now);
    return record;
  }

  private async touch(record: ApiKey, now: number): Promise<void> {
    await this.store.transaction(({ manager }) => manager.update(ApiKey, record.id, { last_used_at: now }));
  }
}

function unauthorized(reason: string): PerceptError {
  return new PerceptError('UNAUTHORIZED', `No access: ${reason}`);
}
