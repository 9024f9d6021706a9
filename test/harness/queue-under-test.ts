import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DoneTable1700000000002 } from './children/queue-children';
import { openStore } from '../../libs/core/src/durable/database/open';
import { sql } from '../../libs/core/src/durable/database/sql';
import { BullNotifier, bullQueues } from '../../libs/core/src/durable/queue/notifier';
import { Queue } from '../../libs/core/src/durable/queue/job-queue';
import { queueTables } from '../../libs/core/src/durable/queue/tables';
import type { QueueUnderTest } from '../../libs/core/src/durable/queue/contract/queue-harness.contract';
import { compiled } from './compiled';

const WORKER = compiled('test/harness/children/queue-worker');

const SILENT = { warn: () => undefined, error: () => undefined };

/** A driver on an empty database: a SQLite file, or PostgreSQL where an address is given; notified by Redis where one is given. */
export async function rowsUnderTest({ url, redis }: { url?: string; redis?: string } = {}): Promise<QueueUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'percept-queue-'));
  const file = join(folder, 'percept.db');
  const migrations = [...queueTables.migrations, DoneTable1700000000002];
  const store = await openStore({ file, url, entities: queueTables.entities, migrations });
  const refs = async (where: string): Promise<string[]> => {
    const rows = await sql<{ ref: string }>(store.reader, `SELECT ref FROM jobs WHERE ${where}`);
    return rows.map(({ ref }) => ref);
  };
  return {
    store,
    open: (timing) => {
      const notifier = redis ? new BullNotifier({ queues: bullQueues(redis), log: SILENT }) : undefined;
      return new Queue({ store, notifier, ...timing });
    },
    spawnWorker: (timing, behaviour) => {
      const orders = JSON.stringify({ file, url, redis, timing: { ...timing, crashLimit: 100 }, behaviour });
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
