import { isDeepStrictEqual } from 'node:util';
import { hideUserInfoIn, PerceptError, type Clock } from '../../kernel';
import type { Store } from '../../durable/database';
import {
  type RunEntity,
  type RunItemEntity,
  type Page,
  type RunItemQuery,
  type RunItemResponse,
  type RunQuery,
  type RunDetailResponse,
  type RunResponse,
  type RunStepEntity,
  type RunStepView,
} from './entities';
import { findSteps } from './entities/step.repository';
import type { OpenRuns } from './execution/open-runs';
import { RunFailed } from './context/run-failed';
import type { Plan } from '../language';
import { takesMedia } from './item-files';
import { failedItems, findItem, type ItemFailure, type ListedItem, pageOfItems } from './entities/item.repository';
import { findRunWait } from './run-wait';
import { findRun, openRuns, pageOfRuns, workedMs } from './run.repository';
import { liveCounts, listRunWorkers } from './entities/shard.repository';
import { buildTimeline } from './timeline/timeline';
import type { RunTimelineResponse } from './timeline/timeline-response';

export const MAX_FAILURES = 20;
const MAX_ITEMS = 1_000;
const RATE_WINDOW_MS = 10_000;
/** The length to which an error cuts a key. */
const MAX_SHOWN = 200;

export const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** Runs and their items as callers see them. */
export class RunQueries {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly open: Pick<OpenRuns, 'planOf'>,
  ) {}

  /** @param projectId if given, the run must belong to that project. @throws PerceptError NOT_FOUND. */
  async run(id: string, projectId?: string): Promise<RunDetailResponse> {
    const row = await findRun(this.store.reader, id, projectId);
    if (!row) throw PerceptError.notFound(`The run '${id}'`);
    const { reader } = this.store;
    const [workers, steps] = [await listRunWorkers(reader, id), showSteps(await findSteps(reader, id))];
    const shown = await this.show(row);
    const waiting_for = (await findRunWait(reader, shown, this.clock.now())) ?? null;
    return { ...shown, waiting_for, workers, steps, earlier_attempts: row.earlier_attempts ?? [] };
  }

  /** The newest unfinished run of the command line with the same text, inputs, limit and base. */
  async interrupted({
    revision,
    base,
    inputs,
    item_limit,
  }: Pick<RunEntity, 'revision' | 'base' | 'inputs' | 'item_limit'>): Promise<RunResponse | undefined> {
    if (base === null) return undefined;
    const rows = await openRuns(this.store.reader, { revision, base });
    const row = rows.find((each) => each.item_limit === item_limit && isDeepStrictEqual(each.inputs, inputs));
    return row && this.show(row);
  }

  async runs({ limit = 50, ...query }: RunQuery): Promise<Page<RunResponse>> {
    const rows = await pageOfRuns(this.store.reader, { ...query, limit });
    const shown = await Promise.all(rows.slice(0, limit).map((row) => this.show(row)));
    return { rows: shown, next_cursor: rows.length > limit ? rows[limit - 1]!.id : null };
  }

  /** @throws PerceptError NOT_FOUND, INVALID_REQUEST for a malformed cursor. */
  async items(runId: string, { key, state, cursor, limit = 100 }: RunItemQuery): Promise<Page<RunItemResponse>> {
    const run = await this.find(runId);
    const take = Math.min(limit, MAX_ITEMS);
    const after = cursor === undefined ? undefined : readCursor(cursor);
    const { rows, more } = await pageOfItems(this.store.reader, runId, { key, state, limit: take, after });
    const plan = this.planOf(run);
    const looking = new Set(plan?.steps.filter(takesMedia).map(({ id }) => id));
    const shown = rows.map((row) => showItem(row, looking.has(row.step)));
    return { rows: shown, next_cursor: more ? toCursor(rows.at(-1)!) : null };
  }

  /** @throws PerceptError NOT_FOUND. */
  async timeline(runId: string): Promise<RunTimelineResponse> {
    return buildTimeline(this.store.reader, await this.find(runId));
  }

  /** One item with its run, and the plan unless the pipeline no longer fits. @throws PerceptError NOT_FOUND. */
  async item(
    runId: string,
    at: { step?: string; key: string },
  ): Promise<{ run: RunEntity; plan: Plan | undefined; item: RunItemEntity }> {
    const run = await this.find(runId);
    const item = await findItem(this.store.reader, runId, at);
    if (!item) throw PerceptError.notFound(`The item '${at.key.slice(0, MAX_SHOWN)}' of the run '${runId}'`);
    return { run, plan: this.planOf(run), item };
  }

  private async find(runId: string): Promise<RunEntity> {
    const run = await findRun(this.store.reader, runId);
    if (!run) throw PerceptError.notFound(`The run '${runId}'`);
    return run;
  }

  private planOf(run: RunEntity): Plan | undefined {
    try {
      return this.open.planOf(run);
    } catch (error) {
      if (!(error instanceof RunFailed)) throw error;
      return undefined;
    }
  }

  private async show(row: RunEntity): Promise<RunResponse> {
    const { total } = row;
    const { running, succeeded, failed, cached } = await liveCounts(this.store.reader, row.id);
    const counts = { total, running, succeeded, failed, cached, pending: Math.max(0, total - running - succeeded - failed) };
    return {
      id: row.id,
      pipeline: row.pipeline,
      revision: row.revision,
      status: row.status,
      inputs: hideUserInfoIn(row.inputs),
      limit: row.item_limit,
      counts,
      ...this.rate(row, succeeded + failed),
      created_at: iso(row.created_at)!,
      started_at: iso(row.started_at),
      ended_at: iso(row.ended_at),
      duration_ms: row.ended_at === null ? null : workedMs(row),
      error: row.error,
      failures: failed > 0 ? await this.failures(row.id) : [],
      outputs: row.outputs ?? [],
    };
  }

  /** The rate of a running run covers the last ten seconds. The rate of an ended run counts from its last resumption. */
  private rate(row: RunEntity, ended: number): Pick<RunResponse, 'rate_per_s' | 'eta_s'> {
    if (row.ended_at !== null) {
      const done = ended - row.ended_before;
      const seconds = Math.max(0.001, (row.ended_at - (row.resumed_at ?? row.ended_at)) / 1_000);
      return { rate_per_s: done > 0 ? done / seconds : null, eta_s: 0 };
    }
    const isFresh = row.rate_updated_at !== null && this.clock.now() - row.rate_updated_at < RATE_WINDOW_MS;
    const rate = isFresh ? row.rate : null;
    return { rate_per_s: rate, eta_s: rate ? (row.total - ended) / rate : null };
  }

  private async failures(runId: string): Promise<RunResponse['failures']> {
    const rows = await failedItems(this.store.reader, runId, MAX_FAILURES);
    return rows.map(toFailure);
  }
}

export function toFailure({ key, error_step, error_code, error_reason }: ItemFailure): RunResponse['failures'][number] {
  return { item: key, step: error_step!, code: error_code!, reason: error_reason! };
}

function toCursor({ step, sort }: ListedItem): string {
  return Buffer.from(JSON.stringify([step, sort])).toString('base64url');
}

function readCursor(cursor: string): [string, string] {
  try {
    const at = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    if (Array.isArray(at) && at.length === 2 && at.every((part) => typeof part === 'string')) return at as [string, string];
  } catch {
    // The code below reports it.
  }
  throw PerceptError.invalid('cursor', "is not a cursor of this list: use the 'next_cursor' of the previous page.");
}

/** Sorts steps by their starts. A step that a retry reopened and that has not begun comes last. */
export function showSteps(rows: readonly RunStepEntity[]): RunStepView[] {
  return rows
    .toSorted((one, other) => (one.started_at ?? Infinity) - (other.started_at ?? Infinity) || 0)
    .map(({ step, state, total, started_at, ended_at }) => ({
      ...{ step, state, total },
      ...{ started_at: iso(started_at), ended_at: iso(ended_at) },
    }));
}

function showItem(row: ListedItem, looks: boolean): RunItemResponse {
  const { run_id, step, key, state, attempts, results, ended_at } = row;
  const cached = row.cached === 1;
  const error = state === 'failed' ? { step: row.error_step!, code: row.error_code!, reason: row.error_reason! } : null;
  const file_url = looks ? `/v2/runs/${run_id}/items/file?${new URLSearchParams({ step, key }).toString()}` : null;
  return { step, key, state, attempts, cached, results, error, ended_at: iso(ended_at), file_url };
}
