import { increment, readCounter } from '../../../../../../test/harness/children/counter-table';
import { databaseNow, getDialect, sql } from '../sql';
import type { Store } from '../store';

/** The promises that every dialect keeps. `open` opens a database with the table `counter`. */
export function dialectContract(database: string, open: () => Promise<Store>): void {
  describe(`the dialect of ${database}`, () => {
    test('a statement takes its parameters in the order of the question marks and returns the rows of RETURNING', async () => {
      const store = await open();
      const rows = await store.transaction(async ({ manager }) => {
        const inserted = await sql(manager, 'INSERT INTO counter (id, value) VALUES (?, ?) RETURNING id, value', [2, 5]);
        const updated = await sql(manager, 'UPDATE counter SET value = ? WHERE id = ? RETURNING value', [6, 2]);
        const deleted = await sql(manager, 'DELETE FROM counter WHERE value = ? RETURNING id', [6]);
        return [inserted, updated, deleted, await sql(manager, 'SELECT id FROM counter')];
      });
      expect(rows).toEqual([[{ id: 2, value: 5 }], [{ value: 6 }], [{ id: 2 }], [{ id: 1 }]]);
    });

    test('rows are selected in order, locked or skipped', async () => {
      const store = await open();
      const { forUpdate, forUpdateSkipLocked } = getDialect(store.reader);
      await store.transaction(async ({ manager }) => {
        await sql(manager, 'INSERT INTO counter (id, value) VALUES (2, 0), (3, 0)');
        for (const lock of [forUpdate, forUpdateSkipLocked]) {
          const rows = await sql<{ id: number }>(manager, `SELECT id FROM counter ORDER BY id ${lock}`);
          expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
        }
      });
    });

    test('transactions that lock the same name run in sequence, and each sees what the others committed', async () => {
      const store = await open();
      let inside = 0;
      const each = async (): Promise<number> =>
        store.transaction(async (tx) => {
          await tx.lock('counter');
          expect(inside++).toBe(0);
          await increment(tx);
          inside--;
          return readCounter(tx.manager);
        });
      const seen = await Promise.all(Array.from({ length: 10 }, each));
      expect(seen.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    });

    test('the clock of the database counts ms since the epoch and does not stand still in a transaction', async () => {
      const store = await open();
      await store.transaction(async ({ manager }) => {
        const first = await databaseNow(manager);
        expect(new Date(first).getUTCFullYear()).toBeGreaterThan(2024);
        let later = first;
        while (later <= first) later = await databaseNow(manager);
        expect(Number.isInteger(later)).toBe(true);
      });
    });
  });
}
