import { Injectable } from '@nestjs/common';
import { checkRoom, Config, DEFAULT_PROJECT, newId, Store, systemClock, type Clock, type Transaction } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { SignedCredential } from '@percept/sdk/doors';
import { timingSafeEqual } from 'node:crypto';
import type { ApiKeyEntity } from './api-key.entity';
import {
  countLiveKeys,
  deleteKeys,
  endedKeysBeyond,
  existsKey,
  findKey,
  findKeyByAccessKeyId,
  findKeyByHash,
  insertKey,
  listKeys,
  updateKey,
} from './api-key.repository';
import { AwsPairs, type AwsPair } from './aws-pairs';
import { DEFAULT_SCOPES, type Scope } from '../scopes';
import { noSuchKey } from './named-key';
import { hashKey, isWellFormed, newKeyText } from './key-text';
import { Attempts } from '../guess-limiter';
import type { KeyPlan } from '../plan';

const MAX = 1_000;

/** Hashes of recently accepted keys; the oldest are dropped. They prove nothing: each check still queries the database. */
class RecentKeys {
  private readonly hashes = new Set<string>();

  has(hash: string): boolean {
    return this.hashes.has(hash);
  }

  add(hash: string): void {
    if (this.hashes.has(hash)) return;
    if (this.hashes.size >= MAX) this.hashes.delete(this.hashes.values().next().value!);
    this.hashes.add(hash);
  }
}

/** How stale `last_used_at` may be: a write for each request would cost more than the figure is worth. */
const LAST_USED_STEP_MS = 60_000;
const GUESSES_PER_MINUTE = 20;
const SHOWN_CHARACTERS = 12;

interface NewKey {
  name: string;
  projectId?: string;
  plan?: KeyPlan;
  monthlyLimit?: number | null;
  /** Only `predict` when absent. */
  scopes?: Scope[];
  /** Milliseconds since the epoch; null: never. */
  expiresAt?: number | null;
  kind?: 'live' | 'test';
  /** Whether the key has an AWS-style pair. */
  aws?: boolean;
}

export type KeyChanges = Partial<Pick<ApiKeyEntity, 'name' | 'scopes' | 'expires_at' | 'plan' | 'monthly_limit'>>;

/** The answer contains the key itself once; it is stored nowhere. */
export interface ShownKey {
  record: ApiKeyEntity;
  key: string;
  aws?: AwsPair;
}

/** Creates, changes, checks and revokes API keys. Every check queries the database, so that a change takes effect at once everywhere. */
@Injectable()
export class ApiKeys {
  private readonly clock: Clock = systemClock;
  private readonly attempts = new Attempts(GUESSES_PER_MINUTE, this.clock);
  private readonly recent = new RecentKeys();

  constructor(
    private readonly store: Store,
    private readonly pairs: AwsPairs,
    private readonly config: Config,
  ) {}

  /** @throws CONFLICT if the project already has too many usable keys. */
  async create(wanted: NewKey): Promise<ShownKey> {
    const key = newKeyText(wanted.kind);
    const made = wanted.aws ? this.pairs.make() : undefined;
    const record: ApiKeyEntity = {
      id: newId('key'),
      project_id: wanted.projectId ?? DEFAULT_PROJECT,
      name: wanted.name,
      ...secretOf(key),
      aws_access_key_id: null,
      aws_encrypted_secret: null,
      ...made?.stored,
      plan: wanted.plan ?? 'free',
      monthly_limit: wanted.monthlyLimit ?? null,
      scopes: wanted.scopes ?? [...DEFAULT_SCOPES],
      created_at: this.clock.now(),
      expires_at: wanted.expiresAt ?? null,
      revoked_at: null,
      last_used_at: null,
    };
    await this.store.transaction(async (tx) => {
      await this.makeRoom(tx, record.project_id);
      await insertKey(tx.manager, record);
    });
    return { record, key, aws: made?.pair };
  }

  /** Oldest first; the keys of all projects if none is named. */
  list(projectId?: string): Promise<ApiKeyEntity[]> {
    return listKeys(this.store.reader, projectId);
  }

  async isEmpty(): Promise<boolean> {
    return !(await existsKey(this.store.reader));
  }

  find(id: string, projectId: string): Promise<ApiKeyEntity | undefined> {
    return findKey(this.store.reader, id, projectId);
  }

  /** @throws NOT_FOUND. */
  async get(id: string, projectId: string): Promise<ApiKeyEntity> {
    const record = await this.find(id, projectId);
    if (!record) throw noSuchKey(id);
    return record;
  }

  /** @throws NOT_FOUND; CONFLICT if the key was revoked, or if renewing an expired key would exceed the limit. */
  update(id: string, projectId: string, changes: KeyChanges): Promise<ApiKeyEntity> {
    return this.change(id, projectId, async (record, tx) => {
      refuseRevoked(record);
      if (describeKeyEnd(record, this.clock.now()) && changes.expires_at !== undefined) await this.makeRoom(tx, projectId);
      return changes;
    });
  }

  /**
   * Gives the same key a new secret, and a new AWS pair if it has one. The old ones end at once.
   * @throws NOT_FOUND; CONFLICT if the key was revoked.
   */
  async rotate(id: string, projectId: string): Promise<ShownKey> {
    let key = '';
    let aws: AwsPair | undefined;
    const record = await this.change(id, projectId, (before) => {
      refuseRevoked(before);
      key = newKeyText(before.prefix.startsWith('pk_test_') ? 'test' : 'live');
      const made = before.aws_access_key_id === null ? undefined : this.pairs.make();
      aws = made?.pair;
      return { ...secretOf(key), ...made?.stored };
    });
    return { record, key, aws };
  }

  /** Ends a key at once, in every process. A key that was revoked before stays so. @throws NOT_FOUND. */
  revoke(id: string, projectId: string): Promise<ApiKeyEntity> {
    return this.change(id, projectId, ({ revoked_at }) => ({ revoked_at: revoked_at ?? this.clock.now() }));
  }

  /** @throws UNAUTHORIZED with the reason: unknown, revoked, expired; RATE_LIMITED after too many guesses from an address. */
  async authenticate(key: string, address: string): Promise<ApiKeyEntity> {
    const key_hash = hashKey(key);
    // Keys that worked lately are let through: callers behind the same proxy must not suffer from one that guesses.
    if (!this.recent.has(key_hash)) this.attempts.check(address);
    const record = isWellFormed(key) ? await findKeyByHash(this.store.reader, key_hash) : undefined;
    if (!record || !timingSafeEqual(Buffer.from(record.key_hash), Buffer.from(key_hash))) {
      this.attempts.failed(address);
      throw unauthorized('the API key is unknown; check for a missing character.');
    }
    return this.accept(record, key_hash);
  }

  /**
   * Identifies a caller by a signature.
   * @throws UNAUTHORIZED, RATE_LIMITED as `authenticate`; what the check of the signature throws.
   */
  async verify({ accessKeyId, check }: SignedCredential, address: string): Promise<ApiKeyEntity> {
    const record = await this.findPair(accessKeyId, address);
    try {
      check(this.pairs.secretOf(record));
    } catch (error) {
      this.attempts.failed(address);
      throw error;
    }
    return this.accept(record, accessKeyId);
  }

  /** Finds the key of an AWS pair; the id alone proves nothing yet. @throws UNAUTHORIZED for an unknown id; RATE_LIMITED. */
  async findPair(accessKeyId: string, address: string): Promise<ApiKeyEntity> {
    if (!this.recent.has(accessKeyId)) this.attempts.check(address);
    const record = await findKeyByAccessKeyId(this.store.reader, accessKeyId);
    if (record) return record;
    this.attempts.failed(address);
    throw unauthorized('the access key id is unknown.');
  }

  /** @throws UNAUTHORIZED for a key that has ended. */
  private async accept(record: ApiKeyEntity, credential: string): Promise<ApiKeyEntity> {
    const now = this.clock.now();
    const ended = describeKeyEnd(record, now);
    if (ended) throw unauthorized(`the API key ${ended}.`);
    this.recent.add(credential);
    if (now - (record.last_used_at ?? 0) > LAST_USED_STEP_MS) await this.touch(record, now);
    return record;
  }

  /**
   * Refuses a key beyond the limit, and removes ended keys beyond that number: nobody can fill the table by making and revoking
   * keys.
   */
  private async makeRoom(tx: Transaction, projectId: string): Promise<void> {
    const now = this.clock.now();
    const most = this.config.projectLimits.keys;
    await checkRoom(tx, { projectId, kind: 'keys', most }, () => countLiveKeys(tx.manager, projectId, now));
    await deleteKeys(tx.manager, await endedKeysBeyond(tx.manager, projectId, { now, kept: most }));
  }

  private change(
    id: string,
    projectId: string,
    changesOf: (record: ApiKeyEntity, tx: Transaction) => Partial<ApiKeyEntity> | Promise<Partial<ApiKeyEntity>>,
  ): Promise<ApiKeyEntity> {
    return this.store.transaction(async (tx) => {
      const { manager } = tx;
      await tx.lock(`keys of ${projectId}`);
      const record = await findKey(manager, id, projectId);
      if (!record) throw noSuchKey(id);
      const changes = await changesOf(record, tx);
      if (Object.keys(changes).length > 0) await updateKey(manager, id, changes);
      return { ...record, ...changes };
    });
  }

  private async touch(record: ApiKeyEntity, now: number): Promise<void> {
    await this.store.transaction(({ manager }) => updateKey(manager, record.id, { last_used_at: now }));
  }
}

const secretOf = (key: string): Pick<ApiKeyEntity, 'prefix' | 'key_hash'> => ({
  prefix: key.slice(0, SHOWN_CHARACTERS),
  key_hash: hashKey(key),
});

/** How a key ended; undefined while it may be used. */
export function describeKeyEnd({ revoked_at, expires_at }: ApiKeyEntity, now: number): string | undefined {
  if (revoked_at) return 'was revoked';
  return expires_at && expires_at <= now ? `expired at ${new Date(expires_at).toISOString()}` : undefined;
}

function refuseRevoked({ name, revoked_at }: ApiKeyEntity): void {
  if (revoked_at) throw new PerceptError('CONFLICT', `The API key '${name}' was revoked; make a new one.`);
}

export function unauthorized(reason: string): PerceptError {
  return new PerceptError('UNAUTHORIZED', `No access: ${reason}`);
}
