// Works the queue `runs` in a process of its own, to be killed: `node queue-worker.js '{"file": …}'`. Prints each claimed ref.
import { bullQueues, openBullNotifier } from '../../../libs/core/src/durable/queue/notifier';
import { EmbeddedQueue, queueTables } from '../../../libs/core/src/durable/queue';
import { openStore, sql } from '../../../libs/core/src/durable/database';
import { DoneTable1700000000002, type QueueWorkerOrders } from './queue-children';

const SILENT = { warn: () => undefined, error: () => undefined };

async function main(): Promise<void> {
  const { file, url, redis, timing, behaviour } = JSON.parse(process.argv[2]!) as QueueWorkerOrders;
  const migrations = [...queueTables.migrations, DoneTable1700000000002];
  const store = await openStore({ file, url, entities: queueTables.entities, migrations });
  const notifier = redis ? await openBullNotifier(redis, bullQueues(redis), SILENT) : undefined;
  const queue = new EmbeddedQueue({ store, notifier, ...timing });
  queue.work({ queue: 'runs', concurrency: 4 }, async (job, context) => {
    if (behaviour !== 'hurry') process.stdout.write(`${job.ref}\n`);
    if (behaviour === 'hold') await new Promise(() => undefined);
    if (behaviour === 'work') await new Promise((resolve) => setTimeout(resolve, 5));
    await store.transaction(async (tx) => {
      if (!(await context.finish(tx))) return;
      await sql(tx.manager, 'INSERT INTO done (ref, pid) VALUES (?, ?)', [job.ref, process.pid]);
    });
  });
  if (behaviour === 'hurry') process.stdout.write('ready\n');
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
