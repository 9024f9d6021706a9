// Executes the runs of a data folder in a process of its own, to be killed: `node run-worker.js FOLDER [DATABASE_URL [REDIS_URL]]`.
// Prints `ready`; ends in order on SIGTERM.
import { join } from 'node:path';
import {
  bullQueues,
  createPipelines,
  EmbeddedQueue,
  eventTables,
  openBullBell,
  openStore,
  pipelineTables,
  queueTables,
  scheduleTables,
  StoredEvents,
} from '../../libs/core/src';
import { InstantHost } from './instant-host';

const TABLES = [queueTables, eventTables, pipelineTables, scheduleTables];

const SILENT = { warn: () => undefined, error: () => undefined };

async function main(folder: string, url?: string, redis?: string): Promise<void> {
  const [entities, migrations] = [TABLES.flatMap((each) => each.entities), TABLES.flatMap((each) => each.migrations)];
  const store = await openStore({ file: join(folder, 'percept.db'), url, entities, migrations });
  const bell = redis ? await openBullBell(redis, bullQueues(redis), SILENT) : undefined;
  const queue = new EmbeddedQueue({ store, bell });
  const host = new InstantHost(async ({ image }) => {
    await new Promise((next) => setTimeout(next, 10));
    // Poison: an item that takes its process with it.
    if (String(image).includes('poison')) process.kill(process.pid, 'SIGKILL');
    return { seen: image, total: 1 };
  });
  const dirs = { dataDir: join(folder, 'data'), pipelinesDir: join(folder, 'pipelines') };
  const pipelines = createPipelines({ store, queue, events: new StoredEvents(store), host, ...dirs });
  pipelines.work();
  process.once('SIGTERM', () => {
    void (async () => {
      for (const part of [pipelines, queue, store]) await part.close();
      process.exit(0);
    })();
  });
  process.stdout.write('ready\n');
}

main(process.argv[2]!, process.argv[3], process.argv[4]).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
