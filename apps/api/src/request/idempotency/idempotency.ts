import { Injectable } from '@nestjs/common';
import { Store, systemClock, type Clock, type Tables, SecretBox } from '@percept/core';
import { PerceptError, parseJson, toJson } from '@percept/sdk';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { IdempotentResponseEntity } from './idempotent-response.entity';
import { IdempotencyBaseline1764100000130 } from './idempotency.migration';
import { deleteResponse, findResponse, insertResponse, saveResponse } from './idempotent-response.repository';

export const idempotencyTables: Tables = { entities: [IdempotentResponseEntity], migrations: [IdempotencyBaseline1764100000130] };

/** How long a repeated request gets the first answer. */
export const KEPT_MS = 24 * 3_600_000;
/** A request that runs longer than this died with its process. */
const STALE_MS = 5 * 60_000;
const POLL_INTERVAL_MS = 50;
const LONGEST_WAIT_MS = 30_000;

export interface KeptAnswer {
  status: number;
  location?: string;
  body: unknown;
}

/** A request that must be executed once. */
export interface Once {
  callerId: string;
  key: string;
  /** The caller's credential. Answers are stored so that only its owner can read them. */
  credential: string;
  /** Identifies the request's content. */
  fingerprint: string;
}

const sha256 = (...parts: string[]): Buffer => createHash('sha256').update(parts.join('\n')).digest();

/** Gives a repeated request the first answer: for 24 hours, across all processes. A failed request may be tried again. */
@Injectable()
export class Idempotency {
  private readonly clock: Clock = systemClock;

  constructor(private readonly store: Store) {}

  /** @throws CONFLICT if the key came with another request, or the first one does not end; what `work` throws. */
  async once(request: Once, work: () => Promise<KeptAnswer>): Promise<KeptAnswer & { replayed: boolean }> {
    const at = { caller_id: request.callerId, key_hash: sha256(request.key).toString('hex') };
    const box = SecretBox.with(sha256(request.key, request.credential));
    const before = await this.claim({ ...at, fingerprint: request.fingerprint });
    if (before) return { ...(await this.answerOf(before, request, box)), replayed: true };
    try {
      const answer = await work();
      const encrypted_response = box.seal(toJson(answer), at.key_hash);
      await this.store.transaction(({ manager }) => saveResponse(manager, at, encrypted_response));
      return { ...answer, replayed: false };
    } catch (error) {
      await this.store.transaction(({ manager }) => deleteResponse(manager, at));
      throw error;
    }
  }

  /** The first request with this key; undefined if it is this one. */
  private async claim(
    row: Pick<IdempotentResponseEntity, 'caller_id' | 'key_hash' | 'fingerprint'>,
  ): Promise<IdempotentResponseEntity | null> {
    const now = this.clock.now();
    const claim = (): Promise<IdempotentResponseEntity | null> =>
      this.store.transaction(async ({ manager }) => {
        const first = await findResponse(manager, row);
        const keptMs = first?.encrypted_response == null ? STALE_MS : KEPT_MS;
        if (first && first.created_at > now - keptMs) return first;
        if (first) await deleteResponse(manager, row);
        await insertResponse(manager, { ...row, created_at: now, encrypted_response: null });
        return null;
      });
    try {
      return await claim();
    } catch (error) {
      // If two insert at once, PostgreSQL lets one succeed; the other finds its row.
      const first = await findResponse(this.store.reader, row);
      if (!first) throw error;
      return first;
    }
  }

  private async answerOf(first: IdempotentResponseEntity, { fingerprint, key }: Once, box: SecretBox): Promise<KeptAnswer> {
    if (first.fingerprint !== fingerprint)
      throw new PerceptError('CONFLICT', `The Idempotency-Key '${key}' was used for another request: use a new key.`);
    let row: IdempotentResponseEntity | null = first;
    for (
      const until = Date.now() + LONGEST_WAIT_MS;
      row && row.encrypted_response === null && Date.now() < until;
      await sleep(POLL_INTERVAL_MS)
    )
      row = await findResponse(this.store.reader, first);
    if (!row?.encrypted_response)
      throw new PerceptError(
        'CONFLICT',
        'The first request with this Idempotency-Key failed or is still running: send it again.',
        {
          retryAfterS: 1,
        },
      );
    try {
      return parseJson(box.open(row.encrypted_response, first.key_hash)) as KeptAnswer;
    } catch {
      throw new PerceptError('CONFLICT', 'The answer was kept for the secret that this key had before it was rotated.');
    }
  }
}
