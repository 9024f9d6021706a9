import type { EntityManager } from 'typeorm';
import { findRows, insertEach, sql, type Transaction } from '../../../durable/database';
import type { FoundItem } from '../../sources';
import { type RunEntity, RunItemEntity, RunShardEntity, type RunWorkerView, type ShardWait, type StepItems } from '.';

/** Counts of ended items of one shard, or of several. */
export interface ShardCounts {
  succeeded: number;
  failed: number;
  cached: number;
  /** Bytes of their results. */
  result_bytes: number;
}

const COUNTS = 'succeeded, failed, cached, result_bytes';
const NO_ERROR = { error_step: null, error_code: null, error_reason: null, ended_at: null };

/** Serializes the changes of a run and its shards. Call it first in the transaction. */
export const lockRun = ({ lock }: Transaction, runId: string): Promise<void> => lock(`run ${runId}`);

/** Adds the items that do not exist yet. @returns the sorts of the new pending items, and how many were refused. */
export async function insertItems(
  manager: EntityManager,
  { run_id, step }: StepItems,
  { shard, items, now }: { shard: string; items: readonly FoundItem[]; now: number },
): Promise<{ pending: string[]; refused: number }> {
  const added = items.map(({ sort, key, item, refused }): Partial<RunItemEntity> => {
    const error = refused && { error_step: step, error_code: refused.code, error_reason: refused.reason, ended_at: now };
    const state = refused ? 'failed' : 'pending';
    return { run_id, step, shard, sort, key, item: item ?? null, state, attempts: 0, ...(error ?? NO_ERROR) };
  });
  const then = 'ON CONFLICT DO NOTHING RETURNING sort, state';
  const rows = await insertEach<RunItemEntity, { sort: string; state: string }>(manager, RunItemEntity, added, then);
  const pending = rows.filter(({ state }) => state === 'pending').map(({ sort }) => sort);
  return { pending, refused: rows.length - pending.length };
}

export type NewShard = Pick<RunShardEntity, 'id' | 'run_id' | 'step' | 'first_sort' | 'last_sort' | 'slots'>;

export async function insertShard(manager: EntityManager, shard: NewShard): Promise<void> {
  const names = Object.keys(shard).join(', ');
  const values = Object.values(shard);
  await sql(manager, `INSERT INTO run_shards (${names}, state) VALUES (${sql.marks(values)}, 'open')`, values);
}

/** The first pending items that belong to no open shard. */
export async function orphans(manager: EntityManager, { run_id, step }: StepItems, limit: number): Promise<string[]> {
  const rows = await sql<{ sort: string }>(
    manager,
    `SELECT sort FROM run_items WHERE run_id = ? AND step = ? AND state = 'pending'
       AND shard NOT IN (SELECT id FROM run_shards WHERE run_id = ? AND step = ? AND state = 'open')
     ORDER BY sort LIMIT ${limit}`,
    [run_id, step, run_id, step],
  );
  return rows.map(({ sort }) => sort);
}

/** Hands these items to a shard. */
export async function assign(manager: EntityManager, at: StepItems, shard: string, sorts: readonly string[]): Promise<void> {
  const text = `UPDATE run_items SET shard = ? WHERE run_id = ? AND step = ? AND sort IN (${sql.marks(sorts)})`;
  await sql(manager, text, [shard, at.run_id, at.step, ...sorts]);
}

/** The sorts of a shard's pending items after a given one, in order. */
export async function sortsAfter(manager: EntityManager, shard: NewShard, after: string): Promise<string[]> {
  const rows = await sql<{ sort: string }>(
    manager,
    `SELECT sort FROM run_items WHERE run_id = ? AND step = ? AND sort > ? AND sort <= ? AND shard = ? AND state = 'pending'
     ORDER BY sort`,
    [shard.run_id, shard.step, after, shard.last_sort, shard.id],
  );
  return rows.map(({ sort }) => sort);
}

/** @returns whether the shard still has that claim. */
export async function updateClaimed(
  manager: EntityManager,
  { id, claim }: { id: string; claim: string },
  set: string,
  values: readonly unknown[],
): Promise<boolean> {
  const text = `UPDATE run_shards SET ${set} WHERE id = ? AND claim = ? AND state = 'open' RETURNING id`;
  return (await sql(manager, text, [...values, id, claim])).length === 1;
}

/** A shard and the values that its claim depends on. */
interface ClaimableShard {
  shard: RunShardEntity;
  /** The state of its run. */
  status: RunEntity['status'];
  /** How many items its step has. */
  total: number | null;
  stopping: boolean;
}

/** Finds the shard; undefined if it or its run is gone. */
export async function claimableShard(manager: EntityManager, id: string): Promise<ClaimableShard | undefined> {
  const text = `SELECT shard.*, runs.status AS run_status, its.total AS step_total, its.stopping AS step_stopping
    FROM run_shards AS shard JOIN runs ON runs.id = shard.run_id
    LEFT JOIN run_steps AS its ON its.run_id = shard.run_id AND its.step = shard.step WHERE shard.id = ?`;
  type Found = RunShardEntity & { run_status: RunEntity['status']; step_total: number | null; step_stopping: number | null };
  const [found] = await sql<Found>(manager, text, [id]);
  if (!found) return undefined;
  const { run_status: status, step_total: total, step_stopping, ...shard } = found;
  return { shard, status, total, stopping: step_stopping === 1 };
}

export const findShard = async (manager: EntityManager, id: string): Promise<RunShardEntity | undefined> =>
  (await findRows(manager, RunShardEntity, { id }))[0];

export async function takeShard(
  manager: EntityManager,
  id: string,
  { claim, process, host, crashes }: Pick<RunShardEntity, 'claim' | 'process' | 'host' | 'crashes'>,
): Promise<void> {
  const text = 'UPDATE run_shards SET claim = ?, process = ?, host = ?, crashes = ?, running = 0, waits = NULL WHERE id = ?';
  await sql(manager, text, [claim, process, host, crashes, id]);
}

/** Ends the shard. @returns its counts, for `addToRun`; undefined if the shard no longer had the claim. */
export async function endShard(
  manager: EntityManager,
  { id, claim }: { id: string; claim: string },
): Promise<ShardCounts | undefined> {
  const text = `UPDATE run_shards SET state = 'ended', claim = NULL, running = 0 WHERE id = ? AND claim = ? AND state = 'open'
    RETURNING ${COUNTS}`;
  return (await sql<ShardCounts>(manager, text, [id, claim]))[0];
}

/** Ends all shards of a run: what their processes still write is dropped. @returns the ids of the shards that nobody works on. */
export async function endShards(manager: EntityManager, runId: string): Promise<string[]> {
  const waiting = `SELECT id FROM run_shards WHERE run_id = ? AND state = 'open' AND claim IS NULL`;
  const ids = await sql<{ id: string }>(manager, waiting, [runId]);
  const text = `UPDATE run_shards SET state = 'ended', claim = NULL, running = 0 WHERE run_id = ? AND state = 'open' RETURNING ${COUNTS}`;
  await addToRun(manager, runId, await sql<ShardCounts>(manager, text, [runId]));
  return ids.map(({ id }) => id);
}

/** Removes the shards of a run: what their processes still write is dropped. @returns their ids. */
export async function removeShards(manager: EntityManager, runId: string): Promise<string[]> {
  const removed = await sql<{ id: string }>(manager, 'DELETE FROM run_shards WHERE run_id = ? RETURNING id', [runId]);
  return removed.map(({ id }) => id);
}

/** Adds the counts of ended shards to the counts of the run. */
export async function addToRun(manager: EntityManager, runId: string, ended: readonly ShardCounts[]): Promise<void> {
  if (ended.length === 0) return;
  const sum = (of: keyof ShardCounts) => ended.reduce((all, each) => all + Number(each[of]), 0);
  const text = `UPDATE runs SET succeeded = succeeded + ?, failed = failed + ?, cached = cached + ?,
    result_bytes = result_bytes + ? WHERE id = ?`;
  await sql(manager, text, [sum('succeeded'), sum('failed'), sum('cached'), sum('result_bytes'), runId]);
}

/** Marks the step as stopping once more than `most` of its items have failed. */
export async function stopStep(manager: EntityManager, { run_id, step }: StepItems, most: number): Promise<void> {
  const failed = `SELECT COUNT(*) FROM run_items WHERE run_id = ? AND step = ? AND state = 'failed'`;
  const text = `UPDATE run_steps SET stopping = 1 WHERE run_id = ? AND step = ? AND stopping = 0 AND (${failed}) > ?`;
  await sql(manager, text, [run_id, step, run_id, step, most]);
}

/** The state that processes working on these runs must know. */
export interface WatchedRun {
  runs: { id: string; status: RunEntity['status']; cancel_requested_at: unknown }[];
  steps: WatchedStep[];
}

interface WatchedStep extends StepItems {
  stopping: boolean;
  /** Whether all items of the step are listed. */
  listed: boolean;
  /** Whether the step has an open shard, and whether it has one that no process works on. */
  open: boolean;
  waiting: boolean;
}

export async function readWatched(manager: EntityManager, ids: readonly string[]): Promise<WatchedRun> {
  const shard = `SELECT 1 FROM run_shards WHERE run_id = runs.id AND step = its.step AND state = 'open'`;
  const rows = await sql<
    WatchedRun['runs'][number] & { step: string | null; stopping: number; total: number | null } & WatchedStep
  >(
    manager,
    `SELECT runs.id, status, cancel_requested_at, its.step, its.stopping, its.total,
       EXISTS (${shard}) AS open, EXISTS (${shard} AND claim IS NULL) AS waiting
     FROM runs LEFT JOIN run_steps AS its ON its.run_id = runs.id WHERE runs.id IN (${sql.marks(ids)})`,
    ids,
  );
  const steps = rows.filter(({ step }) => step !== null);
  return {
    runs: rows,
    steps: steps.map(({ id, step, stopping, total, open, waiting }) => {
      const state = { stopping: Number(stopping) === 1, listed: total !== null, open: Boolean(open), waiting: Boolean(waiting) };
      return { run_id: id, step, ...state };
    }),
  };
}

/** The processes that work on the shards of a run, or last did, the busiest first. */
export async function listRunWorkers(manager: EntityManager, runId: string): Promise<RunWorkerView[]> {
  const rows = await sql<Record<'process' | 'in_flight' | 'done', string | number> & { host: string }>(
    manager,
    `SELECT process, host, SUM(running) AS in_flight, SUM(succeeded + failed) AS done FROM run_shards
     WHERE run_id = ? AND process IS NOT NULL GROUP BY process, host ORDER BY done DESC, host, process`,
    [runId],
  );
  return rows.map(({ process, host, in_flight, done }) => {
    return { process: Number(process), host, in_flight: Number(in_flight), done: Number(done) };
  });
}

/** The open shards of a run: how many no process works on, and what the items of the others wait for. */
export async function openShards(manager: EntityManager, runId: string): Promise<{ free: number; waits: ShardWait[] }> {
  const text = `SELECT claim, waits FROM run_shards WHERE run_id = ? AND state = 'open'`;
  const rows = await sql<Pick<RunShardEntity, 'claim' | 'waits'>>(manager, text, [runId]);
  const waits = rows.flatMap(({ claim, waits: told }) => (claim && told ? (JSON.parse(told) as ShardWait[]) : []));
  return { free: rows.filter(({ claim }) => claim === null).length, waits };
}

/** The counts of a run over all processes, in one statement, so that a shard that ends meanwhile counts once. */
export async function liveCounts(
  manager: EntityManager,
  runId: string,
): Promise<Omit<ShardCounts, 'result_bytes'> & { running: number }> {
  const open = (of: string) => `COALESCE(SUM(shard.${of}), 0)`;
  const own = (of: string) => `MAX(runs.${of}) + ${open(of)} AS ${of}`;
  const [row] = await sql<Record<string, string | number>>(
    manager,
    `SELECT ${own('succeeded')}, ${own('failed')}, ${own('cached')}, ${open('running')} AS running
     FROM runs LEFT JOIN run_shards AS shard ON shard.run_id = runs.id AND shard.state = 'open' WHERE runs.id = ?`,
    [runId],
  );
  const count = (of: string) => Number(row?.[of] ?? 0);
  return { succeeded: count('succeeded'), failed: count('failed'), cached: count('cached'), running: count('running') };
}
