import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store, Transaction } from './store';
import { TransactionBatcher } from './transaction-batcher';

const store = { transaction: (work: (tx: Transaction) => Promise<unknown>) => work({} as Transaction) } as Store;

/** Doubles numbers; a batch with a negative one fails. */
function doubling(options?: ConstructorParameters<typeof TransactionBatcher>[2]) {
  const batches: number[][] = [];
  const batcher = new TransactionBatcher<number, number>(
    store,
    async (_, items) => {
      batches.push(items);
      await nextTurn();
      if (items.some((item) => item < 0)) throw new Error(`no ${items.join()}`);
      return items.map((item) => 2 * item);
    },
    options,
  );
  return { batches, batcher };
}

test('what is asked for together shares a transaction, at most 64 of them, and each gets its own answer', async () => {
  const { batches, batcher } = doubling();
  const items = Array.from({ length: 100 }, (_, index) => index);
  expect(await Promise.all(items.map((item) => batcher.add(item)))).toEqual(items.map((item) => 2 * item));
  expect(batches.map(({ length }) => length)).toEqual([64, 36]);
});

test('one that cannot be written fails alone', async () => {
  const { batches, batcher } = doubling();
  const settled = await Promise.allSettled([1, -1, 3].map((item) => batcher.add(item)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([[1, -1, 3], [1], [-1], [3]]);
});

test('at once: all of one turn share a transaction and fail with it, what comes meanwhile shares the next, and then it is idle', async () => {
  let idle = 0;
  const { batches, batcher } = doubling({ atOnce: true, onIdle: () => idle++ });
  const first = Promise.allSettled(Array.from({ length: 100 }, (_, index) => batcher.add(index - 1)));
  await Promise.resolve();
  await Promise.resolve();
  const later = Promise.all([batcher.add(5), batcher.add(6)]);
  expect((await first).every(({ status }) => status === 'rejected')).toBe(true);
  expect(await later).toEqual([10, 12]);
  expect(batches.map(({ length }) => length)).toEqual([100, 2]);
  await nextTurn();
  expect(idle).toBe(1);
});
