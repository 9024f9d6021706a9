import { Injectable } from '@nestjs/common';
import { Config, activeTracer, correct, newId, Queue, Store, systemClock } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { CallInput, Clock, Tables, Transaction } from '@percept/core';
import type { Readable } from 'node:stream';
import { getBilledAccount, type Caller } from '../../access/auth/caller';
import { AnalysesBaseline1764100000142, AnalysisRows1764100000460 } from './analyses.migration';
import { AnalysisEntity, AnalysisRowsEntity } from './analysis.entity';
import { streamAnalysis } from './analysis-rows';
import { bytesOfOpen, findAnalysis, insertAnalysis, lockAnalysis, saveResult, updateOpenAnalysis } from './analysis.repository';
import { KeptMedia } from './uploaded-media';
import type { CorrectedValue } from '../../request/http/correction-request';

export const analysisTables: Tables = {
  entities: [AnalysisEntity, AnalysisRowsEntity],
  migrations: [AnalysesBaseline1764100000142, AnalysisRows1764100000460],
};

const MEGABYTE = 1024 * 1024;

interface AnalysisRequest {
  capability: string;
  input: CallInput;
  caller: Caller;
  requestId: string;
  /** The limit of concurrent analyses of a capability that takes minutes. */
  longAtOnce?: number;
}

/** Analyses whose caller does not wait: accepted with 202 and executed from the queue. */
@Injectable()
export class Analyses {
  private readonly clock: Clock = systemClock;

  constructor(
    private readonly store: Store,
    private readonly queue: Queue,
    private readonly uploads: KeptMedia,
    private readonly config: Config,
  ) {}

  /** @throws PerceptError RATE_LIMITED if the project's waiting analyses take too much of the disk. */
  async accept({ capability, input, caller, requestId: request_id, longAtOnce }: AnalysisRequest): Promise<AnalysisEntity> {
    const id = newId('ana');
    const now = this.clock.now();
    const { projectId: project_id, keyId: key_id } = getBilledAccount(caller);
    const kept = await this.uploads.keep(id, input);
    const times = {
      created_at: now,
      ended_at: null,
      result: null,
      row_counts: null,
      progress: null,
      error: null,
      traceparent: activeTracer()?.traceparent() ?? null,
    };
    const row: AnalysisEntity = { id, project_id, key_id, capability, status: 'queued', ...kept, request_id, ...times };
    try {
      await this.store.transaction((tx) => this.enqueue(tx, row, longAtOnce));
    } catch (error) {
      await this.uploads.drop(id);
      throw error;
    }
    return row;
  }

  private async enqueue(tx: Transaction, row: AnalysisEntity, longAtOnce: number | undefined): Promise<void> {
    const { id, project_id, bytes } = row;
    const megabytes = this.config.projectLimits.analyses_mb;
    const most = megabytes * MEGABYTE;
    const waiting = await bytesOfOpen(tx, project_id);
    // A single waiting analysis is always accepted, however large.
    if (waiting > 0 && waiting + bytes > most) {
      const reason = `The waiting analyses of this project take ${megabytes} MB (analyses_mb of PERCEPT_PROJECT_LIMITS). Wait for some to end, or cancel them.`;
      throw new PerceptError('RATE_LIMITED', reason, { retryAfterS: 60 });
    }
    await insertAnalysis(tx.manager, row);
    const { owner } = this.uploads;
    const long = longAtOnce === undefined ? {} : { key: `long of ${owner}`, keyLimit: longAtOnce };
    // The projects take turns.
    await this.queue.add(tx, 'analyses', id, { owner, group: project_id, ...long });
  }

  /** Cancels an analysis. The process that executes it polls for this. @throws NOT_FOUND, CONFLICT if it has ended. */
  async cancel(id: string, project_id: string): Promise<AnalysisEntity> {
    const row = await this.get(id, project_id);
    const cancelled = await this.store.transaction(async (tx) => {
      const end = { status: 'cancelled', ended_at: this.clock.now() } as const;
      const wasOpen = await updateOpenAnalysis(tx.manager, id, end);
      if (wasOpen) await this.queue.cancel(tx, 'analyses', [id]);
      return wasOpen;
    });
    if (!cancelled) throw new PerceptError('CONFLICT', `The analysis '${id}' has ended already: ${row.status}.`);
    // A running analysis has its uploads removed by its worker. Nobody reads those of a queued one any more.
    if (row.status === 'queued') await this.uploads.drop(id);
    return this.get(id, project_id);
  }

  /** Corrects values of a result. @throws NOT_FOUND; CONFLICT if there is no result to correct; INVALID_REQUEST. */
  correct(id: string, corrections: readonly CorrectedValue[], { name, projectId }: Caller): Promise<AnalysisEntity> {
    const about = { at: new Date(this.clock.now()).toISOString(), by: name };
    return this.store.transaction(async (tx) => {
      const { manager } = tx;
      await lockAnalysis(tx, id);
      const row = await findAnalysis(manager, id, projectId);
      if (!row) throw PerceptError.notFound(`The analysis '${id}'`);
      if (!row.result) throw new PerceptError('CONFLICT', `The analysis '${id}' has no result to correct: it is ${row.status}.`);
      if (row.row_counts) throw new PerceptError('CONFLICT', `The result of the analysis '${id}' is too large to be corrected.`);
      const start = row.result;
      const correctNext = (all: typeof start, each: CorrectedValue, index: number): typeof start =>
        correct(all, each, { ...about, field: `corrections[${index}]` });
      const result = corrections.reduce(correctNext, start);
      await saveResult(manager, id, result);
      return { ...row, result };
    });
  }

  /** @throws NOT_FOUND. */
  async get(id: string, project_id: string): Promise<AnalysisEntity> {
    const row = await findAnalysis(this.store.reader, id, project_id);
    if (!row) throw PerceptError.notFound(`The analysis '${id}'`);
    return row;
  }

  /** The JSON of an analysis, read from the database as it is sent. */
  stream(row: AnalysisEntity): Readable {
    return streamAnalysis(this.store, row);
  }
}
