// Works the queue `runs` in a process of its own, to be killed: `node queue-worker.js '{"file": …}'`. Prints each claimed ref.
import { openBullNotifier } from '../../../libs/core/src/durable/queue/notifier';
import { type Claimed, Queue, queueTables } from '../../../libs/core/src/durable/queue';
import { openStore, sql } from '../../../libs/core/src/durable/database';
import { DoneTable1700000000002, HURRY_CONCURRENCY, type QueueWorkerOrders } from './queue-children';

import { TransactionBatcher } from '../../../libs/core/src/durable/database/transaction-batcher';

const SILENT = { warn: () => undefined, error: () => undefined };

async function main(): Promise<void> {
  const { file, url, redis, timing, behaviour } = JSON.parse(process.argv[2]!) as QueueWorkerOrders;
  const migrations = [...queueTables.migrations, DoneTable1700000000002];
  const store = await openStore({ file, url, entities: queueTables.entities, migrations });
  const notifier = redis ? await openBullNotifier(redis, SILENT) : undefined;
  const queue = new Queue({ store, notifier, ...timing });
  const recorder = new TransactionBatcher<Claimed, void>(store, async (tx, ended) => {
    const ours = await queue.finishAll(
      tx,
      ended.map(({ context }) => context),
    );
    const refs = ended.filter(({ context }) => ours.has(context)).map(({ job }) => job.ref);
    const rows = refs.flatMap((ref) => [ref, process.pid]);
    if (refs.length > 0) await sql(tx.manager, `INSERT INTO done (ref, pid) VALUES ${refs.map(() => '(?, ?)').join(', ')}`, rows);
    return [];
  });
  queue.work({ queue: 'runs', concurrency: behaviour === 'hurry' ? HURRY_CONCURRENCY : 4 }, async (job, context) => {
    if (behaviour === 'hurry') return recorder.add({ job, context });
    process.stdout.write(`${job.ref}\n`);
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
