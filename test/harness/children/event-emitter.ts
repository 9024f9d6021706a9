// Commits an event and kills itself before its queue can notify: `node event-emitter.js DATABASE`.
import { writeSync } from 'node:fs';
import { Queue } from '../../../libs/core/src/durable/queue';
import { openStore } from '../../../libs/core/src/durable/database';
import { Events } from '../../../libs/core/src/durable/events';
import { deliverEvents } from '../../../libs/webhooks/src/deliveries';
import { webhookSchema } from '../fixtures/webhook-harness';

async function main(): Promise<void> {
  const store = await openStore({ file: process.argv[2]!, ...webhookSchema });
  const events = new Events(store);
  events.subscribe(deliverEvents(new Queue({ store })));
  await store.transaction(async (tx) => {
    let id = '';
    // The first of what follows the commit, before the queue's notification.
    tx.afterCommit(() => {
      writeSync(1, `${id}\n`);
      process.kill(process.pid, 'SIGKILL');
    });
    ({ id } = await events.emit(tx, 'prj_default', 'batch.completed', { run_id: 'run_1' }));
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
