import { isDeepStrictEqual } from 'node:util';
import { In, Not } from 'typeorm';
import { PerceptError, type Clock } from '../../kernel';
import type { Store } from '../../durable/database';
import {
  ENDED,
  RunEntity,
  RunItemEntity,
  type Page,
  type RunItemQuery,
  type RunItemResponse,
  type RunQuery,
  type RunResponse,
} from './entities';
import { liveCounts } from './shards/shard.repository';

const MAX_FAILURES = 20;
const MAX_ITEMS = 1_000;
const RATE_WINDOW_MS = 10_000;

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** Runs and their items as callers see them. */
export class RunQueries {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** @param projectId finds it only if it belongs to that project. @throws PerceptError NOT_FOUND. */
  async run(id: string, projectId?: string): Promise<RunResponse> {
    const where = { id, ...(projectId !== undefined && { project_id: projectId }) };
    const row = await this.store.reader.findOneBy(RunEntity, where);
    if (!row) throw PerceptError.notFound(`The run '${id}'`);
    return this.show(row);
  }

  /** The newest run of the command line with the same text, inputs and base that has not ended. */
  async interrupted({
    revision,
    base,
    inputs,
  }: Pick<RunEntity, 'revision' | 'base' | 'inputs'>): Promise<RunResponse | undefined> {
    if (base === null) return undefined;
    const where = { revision, base, status: Not(In([...ENDED])) };
    const rows = await this.store.reader.find(RunEntity, { where, order: { created_at: 'DESC', id: 'DESC' } });
    const row = rows.find((each) => isDeepStrictEqual(each.inputs, inputs));
    return row && this.show(row);
  }

  async runs({ projectId, pipeline, status, limit = 50, cursor }: RunQuery): Promise<Page<RunResponse>> {
    const query = this.store.reader
      .createQueryBuilder(RunEntity, 'run')
      .orderBy('run.id', 'DESC')
      .limit(limit + 1);
    if (projectId !== undefined) query.andWhere('run.project_id = :projectId', { projectId });
    if (pipeline !== undefined) query.andWhere('run.pipeline = :pipeline', { pipeline });
    if (status !== undefined) query.andWhere('run.status = :status', { status });
    // Ids begin with the time of their creation.
    if (cursor !== undefined) query.andWhere('run.id < :cursor', { cursor });
    const rows = await query.getMany();
    const shown = await Promise.all(rows.slice(0, limit).map((row) => this.show(row)));
    return { rows: shown, next_cursor: rows.length > limit ? rows[limit - 1]!.id : null };
  }

  /** @throws PerceptError NOT_FOUND, INVALID_REQUEST for a malformed cursor. */
  async items(runId: string, { key, state, cursor, limit = 100 }: RunItemQuery): Promise<Page<RunItemResponse>> {
    if (!(await this.store.reader.existsBy(RunEntity, { id: runId }))) throw PerceptError.notFound(`The run '${runId}'`);
    const take = Math.min(limit, MAX_ITEMS);
    const query = this.store.reader
      .createQueryBuilder(RunItemEntity, 'item')
      .where('item.run_id = :runId', { runId })
      .orderBy('item.step')
      .addOrderBy('item.sort')
      .limit(take + 1);
    if (key !== undefined) query.andWhere('item.key = :key', { key });
    if (state !== undefined) query.andWhere('item.state = :state', { state });
    if (cursor !== undefined) {
      const [step, sort] = readCursor(cursor);
      query.andWhere('(item.step > :step OR (item.step = :step AND item.sort > :sort))', { step, sort });
    }
    const rows = await query.getMany();
    const last = rows[take - 1];
    return { rows: rows.slice(0, take).map(showItem), next_cursor: rows.length > take ? toCursor(last!) : null };
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
      inputs: row.inputs,
      counts,
      ...this.rate(row, succeeded + failed),
      created_at: iso(row.created_at)!,
      started_at: iso(row.started_at),
      ended_at: iso(row.ended_at),
      error: row.error,
      failures: failed > 0 ? await this.failures(row.id) : [],
      outputs: row.outputs ?? [],
    };
  }

  /** Of a running run over the last ten seconds; of an ended run over the time since it was last resumed. */
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
    const where = { run_id: runId, state: 'failed' } as const;
    const rows = await this.store.reader.find(RunItemEntity, { where, order: { sort: 'ASC' }, take: MAX_FAILURES });
    return rows.map((row) => ({ item: row.key, step: row.error_step!, code: row.error_code!, reason: row.error_reason! }));
  }
}

function toCursor({ step, sort }: RunItemEntity): string {
  return Buffer.from(JSON.stringify([step, sort])).toString('base64url');
}

function readCursor(cursor: string): [string, string] {
  try {
    const at = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    if (Array.isArray(at) && at.length === 2 && at.every((part) => typeof part === 'string')) return at as [string, string];
  } catch {
    // Reported below.
  }
  throw PerceptError.invalid('cursor', "is not a cursor of this list: use the 'next_cursor' of the previous page.");
}

function showItem(row: RunItemEntity): RunItemResponse {
  const { step, key, state, attempts, results, ended_at } = row;
  const cached = row.cached === 1;
  const error = state === 'failed' ? { step: row.error_step!, code: row.error_code!, reason: row.error_reason! } : null;
  return { step, key, state, attempts, cached, results, error, ended_at: iso(ended_at) };
}
