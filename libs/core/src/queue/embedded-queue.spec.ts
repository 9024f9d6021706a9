import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DoneTable1700000000002 } from '../../../../test/children/queue-children';
import { openStore } from '../store';
import { EmbeddedQueue, queueTables } from '.';
import { crashDelay } from './statements';
import { queueContract } from './queue.contract';
import type { QueueUnderTest } from './queue-workbench.contract';

const WORKER = resolve(__dirname, '../../../../dist/test/children/queue-worker.js');

async function setUp(): Promise<QueueUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'percept-queue-'));
  const file = join(folder, 'percept.db');
  const migrations = [...queueTables.migrations, DoneTable1700000000002];
  const store = await openStore({ file, entities: queueTables.entities, migrations });
  const refs = async (where: string): Promise<string[]> => {
    const rows: { ref: string }[] = await store.reader.query(`SELECT ref FROM jobs WHERE ${where}`);
    return rows.map(({ ref }) => ref);
  };
  return {
    store,
    open: (timing) => new EmbeddedQueue({ store, ...timing }),
    spawnWorker: (timing, behaviour) => {
      const orders = JSON.stringify({ file, timing: { ...timing, crashLimit: 100 }, behaviour });
      return spawn(process.execPath, [WORKER, orders], { stdio: ['ignore', 'pipe', 'inherit'] });
    },
    parked: () => refs("state = 'parked'"),
    openJobs: async () => (await refs("state <> 'parked'")).length,
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

queueContract('embedded', setUp);

describe('crashes', () => {
  test('are followed by a wait that grows', () => {
    expect([0, 1, 2].map((crashes) => crashDelay(1_000, crashes))).toEqual([1_000, 4_000, 16_000]);
    expect(crashDelay(1_000, 1_000)).toBe(crashDelay(1_000, 3));
  });

  test('are told to the log with the reason, and a parked job is kept', async () => {
    const under = await setUp();
    const told: [string, unknown, string][] = [];
    const log = {
      warn: (fields: object, message: string) => void told.push(['warn', fields, message]),
      error: (fields: object, message: string) => void told.push(['error', fields, message]),
    };
    const queue = new EmbeddedQueue({ store: under.store, log, sweepMs: 10, crashDelayMs: 1, crashLimit: 2 });
    await under.store.transaction((tx) => queue.add(tx, 'items', 'poison'));
    queue.work({ lane: 'items', concurrency: 1 }, async () => {
      throw new Error('a bad tooth');
    });
    while ((await under.parked()).length === 0) await new Promise((next) => setTimeout(next, 5));
    await queue.close();
    expect(told.map(([level, , message]) => [level, message])).toEqual([
      ['warn', 'A job crashed and will be tried again.'],
      ['error', 'A job crashed too often and is parked.'],
    ]);
    expect(told[1]![1]).toMatchObject({ lane: 'items', ref: 'poison', reason: expect.stringContaining('a bad tooth') });
    await under.close();
  });
});
