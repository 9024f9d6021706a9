import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityManager } from 'typeorm';
import { openStore, type Store } from '../database';
import { dueOfGroup, nextDue, waitingGroups } from './statements';
import { queueTables } from './tables';
import { readLoadState } from './turns/fair-share';

let folder: string;
let store: Store;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'percept-queue-'));
  store = await openStore({ file: join(folder, 'percept.db'), ...queueTables });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The indexes by which SQLite finds the rows of the statements that `run` issues. */
async function plan(run: (manager: EntityManager) => Promise<unknown>): Promise<string[]> {
  const { reader } = store;
  const details: string[] = [];
  const query = async (text: string, parameters: unknown[]): Promise<unknown[]> => {
    const steps: { detail: string }[] = await reader.query(`EXPLAIN QUERY PLAN ${text}`, parameters);
    details.push(...steps.map(({ detail }) => detail).filter((detail) => /\bjobs\b/.test(detail)));
    return reader.query(text, parameters);
  };
  await run({ connection: reader.connection, query } as unknown as EntityManager);
  return details.map((detail) => /INDEX (\w+)/.exec(detail)?.[1] ?? detail);
}

const queue = 'deliveries';
const due = { queue, owner: undefined, now: 0, limit: 8 } as const;

// SQLite chooses among equal indexes by the order in which they were made: an index that begins with the queue alone and
// holds ended and waiting jobs too must not be one of them.
test('every poll reads the partial indexes of waiting and leased jobs alone', async () => {
  expect(await plan((manager) => nextDue(manager, due))).toEqual(['jobs_next', 'jobs_next', 'jobs_leased']);
  expect(await plan((manager) => readLoadState(manager, queue))).toEqual(['jobs_leased']);
  expect(await plan((manager) => dueOfGroup(manager, { group: 'g', fullKeys: [] }, due))).toEqual(['jobs_turn']);
  expect(new Set(await plan((manager) => waitingGroups(manager, queue)))).toEqual(new Set(['jobs_turn']));
});
