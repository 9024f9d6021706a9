import { RowRemover, sql, type Removal, type Store } from '@percept/core';

/** The usage table in the form that `RowRemover.below` takes. */
export const USAGE = {
  table: 'usage_counts',
  key: ['project_id', 'day', 'key_id', 'operation', 'status', 'within_ms'],
  column: 'day',
};

/** Estimated bytes of a row, including its indexes. */
const ROW_BYTES = 300;

interface UsageLimit {
  /** The most that one project may keep. */
  maxBytes: number;
  /** Today, such as `2026-01-31`. The usage of today is never removed. */
  today: string;
  batch: number;
}

/** Removes whole days beyond a project's limit, its oldest first. Other projects lose nothing. */
export async function* removeUsageBeyond(store: Store, { maxBytes, today, batch }: UsageLimit): Removal {
  for (let projectId = ''; ;) {
    const [next] = await sql<{ project_id: string }>(
      store.reader,
      'SELECT project_id FROM usage_counts WHERE project_id > ? ORDER BY project_id LIMIT 1',
      [projectId],
    );
    if (!next) return;
    projectId = next.project_id;
    const bound = await oldestKept(store, projectId, { maxBytes, today });
    yield* new RowRemover(store).below({ ...USAGE, bound, projectId }, batch);
  }
}

/** The oldest day of a project that fits within the limit together with all newer days. */
async function oldestKept(store: Store, projectId: string, { maxBytes, today }: Omit<UsageLimit, 'batch'>): Promise<string> {
  const text = `SELECT day, COUNT(*) AS rows_of_day FROM usage_counts WHERE project_id = ? AND day < ?
    GROUP BY day ORDER BY day DESC LIMIT 1`;
  let kept = today;
  for (let bytes = await bytesOf(store, projectId, today); ;) {
    const [day] = await sql<{ day: string; rows_of_day: number | string }>(store.reader, text, [projectId, kept]);
    if (!day) return kept;
    bytes += Number(day.rows_of_day) * ROW_BYTES;
    if (bytes > maxBytes) return kept;
    kept = day.day;
  }
}

async function bytesOf(store: Store, projectId: string, day: string): Promise<number> {
  const text = 'SELECT COUNT(*) AS count FROM usage_counts WHERE project_id = ? AND day >= ?';
  const [{ count }] = (await sql<{ count: number | string }>(store.reader, text, [projectId, day])) as [{ count: number }];
  return Number(count) * ROW_BYTES;
}
