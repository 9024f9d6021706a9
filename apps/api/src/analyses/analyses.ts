import { Injectable } from '@nestjs/common';
import { newId, PerceptError, Queue, Store, systemClock, type CallInput, type Clock, type Tables } from '@percept/core';
import { billedAccountOf, type Caller } from '../auth/caller';
import { AnalysesBaseline1764100000140 } from './analyses.migration';
import { AnalysisEntity } from './analysis.entity';
import { findAnalysis, insertAnalysis, updateOpenAnalysis } from './analysis.repository';
import { UploadedMedia } from './uploaded-media';

export const analysisTables: Tables = {
  entities: [AnalysisEntity],
  migrations: [AnalysesBaseline1764100000140],
};

interface AnalysisRequest {
  capability: string;
  input: CallInput;
  caller: Caller;
  requestId: string;
  /** The limit of concurrent analyses of this kind, for those that take minutes. */
  longAtOnce?: number;
}

/** Analyses whose caller does not wait: accepted with 202 and executed from the queue. */
@Injectable()
export class Analyses {
  private readonly clock: Clock = systemClock;

  constructor(
    private readonly store: Store,
    private readonly queue: Queue,
    private readonly uploads: UploadedMedia,
  ) {}

  async accept({ capability, input, caller, requestId: request_id, longAtOnce }: AnalysisRequest): Promise<AnalysisEntity> {
    const id = newId('ana');
    const now = this.clock.now();
    const { projectId: project_id, keyId: key_id } = billedAccountOf(caller);
    const sent = await this.uploads.keep(id, input);
    const times = { created_at: now, ended_at: null, result: null, progress: null, error: null };
    const row: AnalysisEntity = { id, project_id, key_id, capability, status: 'queued', input: sent, request_id, ...times };
    await this.store.transaction(async (tx) => {
      await insertAnalysis(tx.manager, row);
      const group = longAtOnce === undefined ? {} : { group: `long of ${this.uploads.owner}`, groupLimit: longAtOnce };
      await this.queue.add(tx, 'analyses', id, { owner: this.uploads.owner, ...group });
    });
    return row;
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
    if (!cancelled) throw new PerceptError('CONFLICT', `The analysis '${id}' has ${row.status} and cannot be cancelled.`);
    // Where it is under way, its worker may still read them; this process may not have them.
    if (row.status === 'queued') await this.uploads.drop(id);
    return this.get(id, project_id);
  }

  /** @throws NOT_FOUND. */
  async get(id: string, project_id: string): Promise<AnalysisEntity> {
    const row = await findAnalysis(this.store.reader, id, project_id);
    if (!row) throw PerceptError.notFound(`The analysis '${id}'`);
    return row;
  }
}
