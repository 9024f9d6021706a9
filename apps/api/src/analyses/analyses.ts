import { newId, PerceptError, Queue, Store, systemClock, type CallInput, type Clock, type Tables } from '@percept/core';
import { LessThan } from 'typeorm';
import { payerOf, type Caller } from '../access/caller';
import { Analyses1763700000140 } from './analyses.migration';
import { Analysis } from './analysis.entity';
import type { SentBytes } from './sent-bytes';

export const analysisTables: Tables = { entities: [Analysis], migrations: [Analyses1763700000140] };

/** How long a result may be fetched. */
const KEPT_MS = 7 * 24 * 3_600_000;

interface Asked {
  capability: string;
  input: CallInput;
  caller: Caller;
  requestId: string;
}

/** Analyses that nobody waits for: accepted with 202, done from the queue, kept for a week. */
export class Analyses {
  constructor(
    private readonly store: Store,
    private readonly queue: Queue,
    private readonly bytes: SentBytes,
    private readonly clock: Clock = systemClock,
  ) {}

  async accept({ capability, input, caller, requestId: request_id }: Asked): Promise<Analysis> {
    const id = newId('ana');
    const now = this.clock.now();
    const { accountId: account_id, keyId: key_id } = payerOf(caller);
    const sent = await this.bytes.keep(id, input);
    const times = { created_at: now, ended_at: null, result: null, error: null };
    const row: Analysis = { id, account_id, key_id, capability, status: 'queued', input: sent, request_id, ...times };
    await this.store.transaction(async (tx) => {
      await tx.manager.delete(Analysis, { ended_at: LessThan(now - KEPT_MS) });
      await tx.manager.insert(Analysis, row as object);
      await this.queue.add(tx, 'analyses', id, { owner: this.bytes.owner });
    });
    return row;
  }

  /** @throws NOT_FOUND. */
  async get(id: string, account_id: string): Promise<Analysis> {
    const row = await this.store.reader.findOneBy(Analysis, { id, account_id });
    if (!row) throw PerceptError.notFound(`The analysis '${id}'`);
    return row;
  }
}
