import { increment, readCounter } from '../../../../../../test/harness/children/counter-table';
import { sql } from '../sql';
import type { Store } from '../store';

/** The promises that every database keeps. `open` opens the same one with each call, and its owner closes it. */
export function storeContract(database: string, open: () => Promise<Store>): void {
  describe(`transactions on ${database}`, () => {
    test('fifty at once, each reading and writing back, lose nothing', async () => {
      const store = await open();
      await Promise.all(Array.from({ length: 50 }, () => store.transaction(increment)));
      expect(await readCounter(store.reader)).toBe(50);
    });

    test('a throw inside leaves nothing behind, runs no afterCommit, and the next one works', async () => {
      const store = await open();
      const notified = jest.fn();
      const failed = store.transaction(async (tx) => {
        tx.afterCommit(notified);
        await increment(tx);
        throw new Error('no');
      });
      const next = store.transaction(increment);
      await expect(failed).rejects.toThrow('no');
      await next;
      expect(notified).not.toHaveBeenCalled();
      expect(await readCounter(store.reader)).toBe(1);
    });

    test('a statement that fails takes the whole transaction with it', async () => {
      const store = await open();
      const failed = store.transaction(async (tx) => {
        await increment(tx);
        await sql(tx.manager, 'INSERT INTO counter (id, value) VALUES (1, 7)');
      });
      await expect(failed).rejects.toThrow(/unique/i);
      expect(await readCounter(store.reader)).toBe(0);
    });

    test('afterCommit sees what was committed', async () => {
      const store = await open();
      const seen = await new Promise<Promise<number>>((resolved, rejected) => {
        store
          .transaction(async (tx) => {
            tx.afterCommit(() => resolved(readCounter(store.reader)));
            await increment(tx);
          })
          .catch(rejected);
      });
      expect(seen).toBe(1);
    });

    test('what is not committed yet is not read by others', async () => {
      const store = await open();
      const during = await store.transaction(async (tx) => {
        await increment(tx);
        return { inside: await readCounter(tx.manager), outside: await readCounter(store.reader) };
      });
      expect(during).toEqual({ inside: 1, outside: 0 });
    });

    test('the reader refuses to write', async () => {
      const store = await open();
      await expect(store.reader.query('UPDATE counter SET value = 9')).rejects.toThrow(/read-?only/);
    });

    test('closing waits for those under way and refuses later ones', async () => {
      const store = await open();
      const last = store.transaction(increment);
      await store.close();
      await last;
      await expect(store.transaction(increment)).rejects.toThrow(/closed/);
    });

    test('twenty at once on the same rows, half of which fail, leave what the other half wrote', async () => {
      const store = await open();
      const ends = await Promise.allSettled(
        [...Array(20).keys()].map((n) =>
          store.transaction(async (tx) => {
            await increment(tx);
            if (n % 2 === 0) throw new Error('no');
          }),
        ),
      );
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
      expect(await readCounter(store.reader)).toBe(10);
    });

    test('two that were opened on it lose nothing of each other', async () => {
      const [one, two] = await Promise.all([open(), open()]);
      await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? one : two).transaction(increment)));
      expect(await readCounter(one.reader)).toBe(40);
    });

    test('who is present is not gone, who has ended is', async () => {
      const [one, two] = await Promise.all([open(), open()]);
      const [a, b] = [one.liveness('a', 0), two.liveness('b', 0)];
      await Promise.all([a.announce(), b.announce()]);
      expect(await a.findDead(['b'])).toEqual([]);
      await b.withdraw();
      expect(await a.findDead(['b'])).toEqual(['b']);
      await a.withdraw();
    });
  });
}
