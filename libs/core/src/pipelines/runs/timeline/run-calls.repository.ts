import type { EntityManager } from 'typeorm';
import { insertEach, sql } from '../../../durable/database';
import { RunCallsEntity } from './run-calls.entity';

const PAGE = 200;

export const insertCalls = async (manager: EntityManager, row: RunCallsEntity): Promise<void> => {
  await insertEach(manager, RunCallsEntity, [row]);
};

/** The rows of a run in their order, a page at a time. */
export async function* pagesOfCalls(manager: EntityManager, runId: string): AsyncGenerator<RunCallsEntity[]> {
  for (let after = ''; ;) {
    const page = await manager
      .createQueryBuilder(RunCallsEntity, 'its')
      .where('its.run_id = :runId AND its.id > :after', { runId, after })
      .orderBy('its.id')
      .limit(PAGE)
      .getMany();
    yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}

/** Deletes up to `batch` rows of a run that ended before a time. @returns how many. */
export async function deleteCalls(
  manager: EntityManager,
  runId: string,
  { before, batch }: { before: number; batch: number },
): Promise<number> {
  const old = 'SELECT id FROM runs WHERE id = ? AND ended_at < ?';
  const some = `SELECT id FROM run_calls WHERE run_id IN (${old}) LIMIT ${batch}`;
  const text = `DELETE FROM run_calls WHERE run_id = ? AND id IN (${some}) RETURNING 1 AS one`;
  return (await sql(manager, text, [runId, runId, before])).length;
}
