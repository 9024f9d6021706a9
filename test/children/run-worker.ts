// Executes the runs of a data folder in a process of its own, to be killed: `node run-worker.js FOLDER [DATABASE_URL]`. Prints `ready`.
import { join } from 'node:path';
import {
  createPipelines,
  EmbeddedQueue,
  eventTables,
  openStore,
  pipelineTables,
  queueTables,
  scheduleTables,
  StoredEvents,
} from '../../libs/core/src';
import { InstantHost } from './instant-host';

const TABLES = [queueTables, eventTables, pipelineTables, scheduleTables];

async function main(folder: string, url?: string): Promise<void> {
  const [entities, migrations] = [TABLES.flatMap((each) => each.entities), TABLES.flatMap((each) => each.migrations)];
  const store = await openStore({ file: join(folder, 'percept.db'), url, entities, migrations });
  const queue = new EmbeddedQueue({ store });
  const host = new InstantHost(async ({ image }) => {
    await new Promise((next) => setTimeout(next, 10));
    // Poison: an item that takes its process with it.
    if (String(image).includes('poison')) process.kill(process.pid, 'SIGKILL');
    return { seen: image, total: 1 };
  });
  const dirs = { dataDir: join(folder, 'data'), pipelinesDir: join(folder, 'pipelines') };
  createPipelines({ store, queue, events: new StoredEvents(store), host, ...dirs }).work();
  process.stdout.write('ready\n');
}

main(process.argv[2]!, process.argv[3]).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
