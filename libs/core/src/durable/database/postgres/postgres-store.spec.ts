import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { counterTable, increment, readCounter } from '../../../../../../test/harness/children/counter-table';
import { describePostgres, PrivatePostgres } from '../../../../../../test/harness/postgres';
import { CommitMarkers } from './commit-markers';
import { dialectContract } from '../contract/dialect.contract';
import { openStore } from '../open';
import { sql } from '../sql';
import type { Store } from '../store';
import { storeContract } from '../contract/store.contract';
import { remains, waitFor } from '../../../../../../test/harness/wait-for';

describePostgres('PostgreSQL', () => {
  let postgres: PrivatePostgres;
  let url: string;
  const opened: Store[] = [];

  async function open(tables: Pick<Parameters<typeof openStore>[0], 'entities' | 'migrations'> = counterTable): Promise<Store> {
    const store = await openStore({ file: '', url, ...tables });
    opened.push(store);
    return store;
  }

  beforeAll(async () => {
    postgres = await PrivatePostgres.start();
  });
  beforeEach(async () => {
    url = await postgres.database();
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  afterAll(() => postgres.stop());

  storeContract('PostgreSQL', open);
  dialectContract('PostgreSQL', open);

  test('texts are ordered by their bytes, whatever the locale', async () => {
    class Names1700000000003 {
      async up(runner: { query(text: string): Promise<unknown> }) {
        await runner.query('CREATE TABLE names (name text PRIMARY KEY)');
      }
      async down() {}
    }
    const other = url.replace(/test_/, 'other_');
    await postgres.query(
      `CREATE DATABASE ${other.split('/').pop()} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US' ENCODING 'UTF8'`,
    );
    url = other;
    const store = await open({ entities: [], migrations: [Names1700000000003] });
    await store.transaction((tx) => sql(tx.manager, "INSERT INTO names VALUES ('b'), ('B'), ('_a'), ('é'), ('z')"));
    const names = await sql<{ name: string }>(store.reader, 'SELECT name FROM names ORDER BY name');
    expect(names.map(({ name }) => name)).toEqual(['B', '_a', 'b', 'z', 'é']);
  });

  test('a zero character, which its texts cannot hold, is replaced instead of losing the row', async () => {
    const store = await open();
    const [row] = await store.transaction((tx) => sql<{ text: string }>(tx.manager, 'SELECT CAST(? AS text) AS text', ['a\0b']));
    expect(row).toEqual({ text: 'a\uFFFDb' });
    expect(await sql(store.reader, 'SELECT CAST(? AS text) AS text', ['a\0b'])).toEqual([row]);
  });

  test('a restart of the server is waited for, and loses nothing', async () => {
    const store = await open();
    await store.transaction(increment);
    await postgres.down();
    const during = Array.from({ length: 5 }, () => store.transaction(increment));
    await postgres.up();
    await Promise.all(during);
    expect(await readCounter(store.reader)).toBe(6);
  });

  test('a read waits for a restart too, wherever it was when the connection broke', async () => {
    const store = await open();
    await store.transaction(increment);
    const slow = store.reader.query('SELECT pg_sleep(0.3), value FROM counter');
    await readCounter(store.reader);
    await postgres.down();
    const during = Array.from({ length: 20 }, () => readCounter(store.reader));
    await postgres.up();
    expect(await Promise.all(during)).toEqual(Array(20).fill(1));
    expect(await slow).toMatchObject([{ value: 1 }]);
  });

  test.each([
    ['took place is not run again', true, 1],
    ['did not take place is run again', false, 2],
  ])('a transaction whose answer was lost and whose commit %s', async (_name, committed, expected) => {
    const store = await open();
    let attempts = 0;
    await store.transaction(async (tx) => {
      await increment(tx);
      if (++attempts > 1) return;
      const runner = tx.manager.queryRunner!;
      const commit = runner.commitTransaction.bind(runner);
      runner.commitTransaction = async () => {
        if (committed) await commit();
        throw new Error('Connection terminated unexpectedly');
      };
    });
    expect({ attempts, counter: await readCounter(store.reader) }).toEqual({ attempts: expected, counter: 1 });
  });

  test('a transaction whose commit a crash has lost is run again, though others have its id by then', async () => {
    const store = await open();
    await postgres.query("ALTER SYSTEM SET wal_writer_delay = '10s'");
    await postgres.query('SELECT pg_reload_conf()');
    await postgres.query('CREATE TABLE others (id integer)', url);
    let attempts = 0;
    await store.transaction(async (tx) => {
      await increment(tx);
      if (++attempts > 1) return;
      tx.manager.queryRunner!.commitTransaction = async () => {
        await postgres.down('SIGQUIT');
        await postgres.up();
        for (let id = 0; id < 10; id++) await postgres.query(`INSERT INTO others VALUES (${id})`, url);
        throw new Error('Connection terminated unexpectedly');
      };
    });
    expect({ attempts, counter: await readCounter(store.reader) }).toEqual({ attempts: 2, counter: 1 });
  });

  test.each(['REPEATABLE READ', 'READ COMMITTED'])(
    'a commit that the server begins after it was asked about fails: %s',
    async (level) => {
      const store = await open();
      const markers = new CommitMarkers();
      const marker = markers.acquire();
      const [late, asking] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
      await Promise.all([late.connect(), asking.connect()]);
      const source = { query: async (text: string, values: unknown[]) => (await asking.query(text, values)).rows as unknown };
      await late.query(`BEGIN ISOLATION LEVEL ${level}; UPDATE counter SET value = 7`);
      expect(await markers.isCommitted(marker, source as DataSource)).toBe(false);
      await expect(late.query(`${markers.statement(marker)}; COMMIT`)).rejects.toThrow();
      await late.query('ROLLBACK');
      expect(await readCounter(store.reader)).toBe(0);
      const next = markers.acquire();
      await late.query(`BEGIN ISOLATION LEVEL ${level}; UPDATE counter SET value = 8`);
      await late.query(`${markers.statement(next)}; COMMIT`);
      expect(await markers.isCommitted(next, source as DataSource)).toBe(true);
      await Promise.all([late.end(), asking.end()]);
    },
  );

  test('one that stands still in a transaction keeps nobody waiting, and does it again when it goes on', async () => {
    const [still, other] = [await openStore({ file: '', url, ...counterTable, lockTimeoutMs: 1_000 }), await open()];
    opened.push(still);
    let attempts = 0;
    let hasLock = false;
    let goOn: () => void;
    const standing = new Promise<void>((resolve) => (goOn = resolve));
    const first = still.transaction(async (tx) => {
      if (++attempts === 1) {
        await increment(tx);
        hasLock = true;
        await standing;
      }
      await increment(tx);
    });
    await waitFor(() => hasLock);
    await other.transaction(increment);
    goOn!();
    await first;
    expect({ attempts, counter: await readCounter(other.reader) }).toEqual({ attempts: 2, counter: 2 });
  });

  test('who was cut off by a restart is not taken for dead, and appears again', async () => {
    const store = await open();
    const [one, two] = [store.liveness('one', 300), store.liveness('two', 300)];
    await Promise.all([one.announce(), two.announce()]);
    await postgres.down('SIGQUIT');
    await postgres.up();
    const appears = async () => {
      await Promise.all([one.announce(), two.announce()].map((each) => each.catch(() => undefined)));
      return (await one.findDead(['two'])).length === 0;
    };
    await remains(appears, { ms: 500, interval: 25 });
    await Promise.all([one.withdraw(), two.withdraw()]);
  });

  test('one that cannot be used is named with the reason and without its password', async () => {
    url = `postgres://percept:secret@127.0.0.1:${postgres.port}/nowhere`;
    await expect(open()).rejects.toThrow(
      `PostgreSQL on 127.0.0.1:${postgres.port}/nowhere cannot be used: there is no such database.`,
    );
    url = 'postgres://percept:secret@127.0.0.1:1/percept';
    const refused = await open().catch((error: Error) => error.message);
    expect(refused).toMatch(/127\.0\.0\.1:1\/percept cannot be used: nobody listens there/);
    expect(refused).not.toMatch('secret');
  });

  test('one made by a newer Percept is refused, and two that start together make it once', async () => {
    await Promise.all([open(), open(), open()]);
    await expect(open({ entities: [], migrations: [] })).rejects.toThrow(/newer Percept.*CounterTable1700000000001/);
  });
});
