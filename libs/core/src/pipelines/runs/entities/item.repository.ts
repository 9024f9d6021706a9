import { MoreThan, type EntityManager } from 'typeorm';
import { parseJson } from '../../../kernel';
import { sql, updateEach } from '../../../durable/database';
import { RunItemEntity, type RunEntity, type RunItemQuery, type StepItems } from '.';
import type { NewShard } from './shard.repository';

const PAGE = 256;

/** The pending items of a shard in their order, a page at a time. */
export async function* pendingItems(manager: EntityManager, shard: NewShard): AsyncGenerator<RunItemEntity[]> {
  const { id, run_id, step, last_sort: last } = shard;
  let after = shard.first_sort;
  for (let first = true; ; first = false) {
    const page = await manager
      .createQueryBuilder(RunItemEntity, 'item')
      .where('item.run_id = :run_id AND item.step = :step', { run_id, step })
      .andWhere(`item.sort ${first ? '>=' : '>'} :after AND item.sort <= :last`, { after, last })
      .andWhere(`item.shard = :id AND item.state = 'pending'`, { id })
      .orderBy('item.sort')
      .limit(PAGE)
      .getMany();
    yield page;
    if (page.length < PAGE) return;
    after = page[page.length - 1]!.sort;
  }
}

/** The pending items of a shard that were in flight when a process ended; those with the fewest crashes come first. */
export function suspectItems(manager: EntityManager, { id, run_id, step }: NewShard): Promise<RunItemEntity[]> {
  const where = { run_id, step, shard: id, state: 'pending', crashes: MoreThan(0) } as const;
  return manager.find(RunItemEntity, { where, order: { crashes: 'ASC', sort: 'ASC' } });
}

/** New column values of one item. */
export type ItemChanges = Pick<RunItemEntity, 'sort'> & Partial<Omit<RunItemEntity, 'run_id' | 'step' | 'sort'>>;

/** Changes several items of a step. Two changes must not be of the same item. */
export const updateItems = (manager: EntityManager, same: StepItems, changes: readonly ItemChanges[]): Promise<void> =>
  updateEach(manager, RunItemEntity, { same, by: 'sort' }, changes);

/** The limits of a page: rows, and characters of their JSON. */
const MAX_ROWS = 500;
const FIRST_PAGE = 32;
const PAGE_SIZE = 1024 * 1024;

/** The rows of a block's succeeded items in their order, a page at a time. @param turn see `RunContext.turn`. */
export async function* rowPages(
  manager: EntityManager,
  { run_id, step }: StepItems,
  turn: () => Promise<void> | undefined,
): AsyncGenerator<unknown[]> {
  let after = '';
  for (let [isLast, limit] = [false, FIRST_PAGE]; !isLast;) {
    // Not through TypeORM: only the text says how large a row is.
    const found = await sql<{ sort: string; row: string | null }>(
      manager,
      `SELECT item.sort, item.row FROM run_items AS item
       WHERE run_id = ? AND step = ? AND state = 'succeeded' AND sort > ? ORDER BY sort LIMIT ${limit}`,
      [run_id, step, after],
    );
    isLast = found.length < limit;
    let [page, size, all]: [unknown[], number, number] = [[], 0, 0];
    for (const { row } of found) {
      await turn();
      page.push(row === null ? null : parseJson(row));
      size += row?.length ?? 0;
      all += row?.length ?? 0;
      if (size < PAGE_SIZE) continue;
      yield page;
      [page, size] = [[], 0];
    }
    if (page.length > 0) yield page;
    after = found.at(-1)?.sort ?? after;
    limit = Math.min(MAX_ROWS, Math.max(1, Math.floor((PAGE_SIZE * found.length) / Math.max(1, all))));
  }
}

/** Counts the items of a run that its steps have listed. */
export async function countItems(manager: EntityManager, runId: string): Promise<number> {
  const [row] = await sql<{ n: number | string }>(
    manager,
    'SELECT COALESCE(SUM(total), 0) AS n FROM run_steps WHERE run_id = ?',
    [runId],
  );
  return Number(row!.n);
}

const SAMPLE = 200;
const ITEM_TEXTS = ['item', 'results', 'row', 'error_reason'].map((name) => `COALESCE(octet_length(${name}), 0)`).join(' + ');

/** The approximate bytes of a row of `run_items`, from a sample of the run's rows. */
export async function averageItemBytes(manager: EntityManager, runId: string): Promise<number> {
  const some = `SELECT ${ITEM_TEXTS} AS bytes FROM run_items WHERE run_id = ? LIMIT ${SAMPLE}`;
  const [row] = await sql<{ mean: number | string | null }>(manager, `SELECT AVG(bytes) AS mean FROM (${some}) AS sample`, [
    runId,
  ]);
  return ITEM_COLUMNS + Number(row!.mean ?? 0);
}

/** The approximate bytes of an item's keys, times and indexes. */
const ITEM_COLUMNS = 300;

/** Bytes of results in a page of items, unless the first has more. */
const ITEMS_PAGE_SIZE = 1024 * 1024;

const FAILURE = ['run_id', 'step', 'sort', 'key', 'error_step', 'error_code', 'error_reason', 'ended_at'] as const;
/** The columns that a list of items shows. Values and rows of items may be large, so they are not read. */
const LISTED = [...FAILURE, 'state', 'attempts', 'cached', 'results'] as const;

export type ItemFailure = Pick<RunItemEntity, (typeof FAILURE)[number]>;
export type ListedItem = Pick<RunItemEntity, (typeof LISTED)[number]>;

const columns = (names: readonly string[]): string[] => names.map((name) => `item.${name}`);

/** Items in order: at most `limit`, and at most a megabyte of results. `more` says whether others follow. */
export async function pageOfItems(
  manager: EntityManager,
  runId: string,
  { key, state, limit, after }: Pick<RunItemQuery, 'key' | 'state'> & { limit: number; after?: [step: string, sort: string] },
): Promise<{ rows: ListedItem[]; more: boolean }> {
  const query = manager
    .createQueryBuilder(RunItemEntity, 'item')
    .where('item.run_id = :runId', { runId })
    .orderBy('item.step')
    .addOrderBy('item.sort');
  if (key !== undefined) query.andWhere('item.key = :key', { key });
  if (state !== undefined) query.andWhere('item.state = :state', { state });
  if (after !== undefined) {
    const [step, sort] = after;
    query.andWhere('(item.step > :step OR (item.step = :step AND item.sort > :sort))', { step, sort });
  }
  const sizes = await query
    .clone()
    .select('COALESCE(octet_length(item.results), 0)', 'size')
    .limit(limit + 1)
    .getRawMany<{ size: number | string }>();
  let [count, size] = [0, 0];
  for (const each of sizes.slice(0, limit)) {
    size += Number(each.size);
    if (count > 0 && size > ITEMS_PAGE_SIZE) break;
    count++;
  }
  const rows = count === 0 ? [] : await query.select(columns(LISTED)).limit(count).getMany();
  return { rows, more: sizes.length > count };
}

/** Finds an item by its key; in any step if none is named. */
export const findItem = (
  manager: EntityManager,
  run_id: string,
  { step, key }: { step?: string; key: string },
): Promise<RunItemEntity | null> => manager.findOneBy(RunItemEntity, { run_id, key, ...(step !== undefined && { step }) });

/** The first failed items of a run. */
export const failedItems = (manager: EntityManager, runId: string, limit: number): Promise<ItemFailure[]> =>
  manager
    .createQueryBuilder(RunItemEntity, 'item')
    .select(columns(FAILURE))
    .where("item.run_id = :runId AND item.state = 'failed'", { runId })
    .orderBy('item.sort')
    .limit(limit)
    .getMany();

/** Counts items without a result for which no step failed. A failed step leaves pending items behind. */
export async function countLostItems(manager: EntityManager, runId: string): Promise<number> {
  const [row] = await sql<{ items: number | string }>(
    manager,
    `SELECT COUNT(*) AS items FROM run_items AS item WHERE run_id = ? AND state = 'pending' AND NOT EXISTS
       (SELECT 1 FROM run_steps AS step WHERE step.run_id = item.run_id AND step.step = item.step AND step.state = 'failed')`,
    [runId],
  );
  return Number(row!.items);
}

/** Counts the items of a run by reading them. */
export async function countRun(
  manager: EntityManager,
  run_id: string,
): Promise<Pick<RunEntity, 'total' | 'succeeded' | 'failed' | 'cached'>> {
  const count = (more: object) => manager.countBy(RunItemEntity, { run_id, ...more });
  // One at a time, because a transaction has one connection.
  const total = await count({});
  const succeeded = await count({ state: 'succeeded' });
  const failed = await count({ state: 'failed' });
  return { total, succeeded, failed, cached: await count({ state: 'succeeded', cached: 1 }) };
}

/** Deletes up to `batch` items of a run that ended before a time. @returns how many. */
export async function deleteItems(
  manager: EntityManager,
  runId: string,
  { before, batch }: { before: number; batch: number },
): Promise<number> {
  const old = 'SELECT id FROM runs WHERE id = ? AND ended_at < ?';
  const items = `SELECT step, sort FROM run_items WHERE run_id IN (${old}) LIMIT ${batch}`;
  const text = `DELETE FROM run_items WHERE run_id = ? AND (step, sort) IN (${items}) RETURNING 1 AS one`;
  return (await sql(manager, text, [runId, runId, before])).length;
}

/** The bytes of a run's results, including those of open shards. */
export async function sumResultBytes(manager: EntityManager, runId: string): Promise<number> {
  const [row] = await sql<{ bytes: number | string }>(
    manager,
    `SELECT runs.result_bytes + COALESCE((SELECT SUM(result_bytes) FROM run_shards WHERE run_id = runs.id AND state = 'open'), 0)
       AS bytes FROM runs WHERE id = ?`,
    [runId],
  );
  return Number(row?.bytes ?? 0);
}
