// Executes the runs of a data folder in a process of its own, to be killed:
// `node run-worker.js FOLDER [DATABASE_URL [REDIS_URL [ORDERS]]]`. Prints `ready`; ends in order on SIGTERM.
import { join } from 'node:path';
import { openBullNotifier } from '../../../libs/core/src/durable/queue/notifier';
import { FileAccess, Pipelines, pipelineTables } from '../../../libs/core/src/pipelines/runs';
import { Queue, queueTables, type QueueOptions } from '../../../libs/core/src/durable/queue';
import { eventTables, Events } from '../../../libs/core/src/durable/events';
import { openStore } from '../../../libs/core/src/durable/database';
import { ObjectStorage, ObjectStorageRules, type S3Location } from '../../../libs/core/src/durable/object-storage';
import { Schedules, scheduleTables } from '../../../libs/core/src/triggers';
import '../own-kinds';
import { InstantHost } from './instant-host';

const TABLES = [queueTables, eventTables, pipelineTables, scheduleTables];

const SILENT = { warn: () => undefined, error: () => undefined };

/** What the test changes of a process. */
export interface RunWorkerOrders {
  /** Of the queue; its own where absent. */
  timing?: Pick<QueueOptions, 'leaseMs' | 'renewMs' | 'pollIntervalMs' | 'crashDelayMs'>;
  /** How long an item takes; 10 ms if absent. */
  itemMs?: number;
  /** How far the clock of its machine is off. */
  clockOffMs?: number;
  /** Object storage with the files of runs, and what its answers say that they are by. */
  objects?: { endpoint: string; buckets: string[]; own: S3Location };
  name?: string;
  /** It also looks after the triggers. */
  schedules?: boolean;
}

function storageOf(objects: RunWorkerOrders['objects']): ObjectStorageRules | undefined {
  return objects && new ObjectStorageRules(new ObjectStorage({ endpoint: objects.endpoint }), objects);
}

async function main(folder: string, url?: string, redis?: string, request = '{}'): Promise<void> {
  const { timing, clockOffMs = 0, itemMs = 10, schedules, objects, name } = JSON.parse(request) as RunWorkerOrders;
  const rightTime = Date.now;
  Date.now = () => rightTime() + clockOffMs;
  const [entities, migrations] = [TABLES.flatMap((each) => each.entities), TABLES.flatMap((each) => each.migrations)];
  const store = await openStore({ file: join(folder, 'percept.db'), url: url || undefined, entities, migrations });
  const notifier = redis ? await openBullNotifier(redis, SILENT) : undefined;
  const queue = new Queue({ store, notifier, ...timing });
  const host = new InstantHost(async ({ image }) => {
    if (itemMs > 0) await new Promise((next) => setTimeout(next, itemMs));
    // Poison: an item that takes its process with it.
    if (String(image).includes('poison')) process.kill(process.pid, 'SIGKILL');
    return { seen: name ?? image, total: 1 };
  });
  const dirs = { dataDir: join(folder, 'data'), pipelinesDir: join(folder, 'pipelines') };
  const pipelines = new Pipelines({ store, queue, events: new Events(store), host, objects: storageOf(objects), ...dirs });
  const scheduler = new Schedules({
    store,
    pipelines,
    files: new FileAccess({ ...dirs, roots: [folder] }),
    log: SILENT,
    pollMs: 50,
  });
  pipelines.work();
  if (schedules) scheduler.start();
  process.once('SIGTERM', () => {
    void (async () => {
      for (const part of [scheduler, pipelines, queue, store]) await part.close();
      process.exit(0);
    })();
  });
  process.stdout.write(`ready ${queue.processId}\n`);
}

main(process.argv[2]!, ...process.argv.slice(3)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
