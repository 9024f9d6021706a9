import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '../../../../../../test/harness/wait-for';
import { fairShareContract } from '../../../kernel/shares/fair-share.contract';
import { openStore, type Store } from '..';

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'percept-commits-'));
  store = await openStore({ file: join(folder, 'a.db'), entities: [], migrations: [] });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Holds the thread, as statements on SQLite do. */
function hold(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

test('the event loop turns while transactions wait, however many there are', async () => {
  let [turns, isOver] = [0, false];
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all(Array.from({ length: 20 }, () => store.transaction(async () => hold(6))));
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(15);
});

describe('transactions', () => {
  let now = 0;
  beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => now));
  afterEach(() => void jest.restoreAllMocks());

  fairShareContract(async (waiters) => {
    const order: string[] = [];
    const all = waiters.map(({ project, ms }) =>
      store.transaction(
        async () => {
          now += ms;
          order.push(project);
        },
        { project, key: 'k' },
      ),
    );
    await Promise.all(all);
    return order;
  });
});

test('what is committed reaches the file of the database without a commit that waits for it, and stays there', async () => {
  await store.transaction(({ manager }) => manager.query('CREATE TABLE notes (text text)'));
  const write = (): Promise<unknown> =>
    store.transaction(({ manager }) => manager.query('INSERT INTO notes VALUES (?)', ['x'.repeat(1_000_000)]));
  const size = (): number => statSync(join(folder, 'a.db')).size;
  // The log has room for 40 MB.
  for (let n = 0; n < 15; n++) await write().then(() => store.transaction(async () => hold(20)));
  await waitFor(() => size() > 5_000_000);
  await store.close();
  expect(size()).toBeGreaterThan(15_000_000);
});
