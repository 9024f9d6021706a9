// Sends deliveries in a process of its own, to be killed: `node delivery-worker.js DATABASE KEY_FILE`.
import { Queue } from '../../../libs/core/src/durable/queue';
import { openStore } from '../../../libs/core/src/durable/database';
import { Events } from '../../../libs/core/src/durable/events';
import { DeliveryWorker } from '../../../libs/webhooks/src/deliveries';
import { SecretBox } from '../../../libs/core/src/kernel';
import { webhookSchema } from '../fixtures/webhook-harness';

async function main(): Promise<void> {
  const [file, keyFile] = process.argv.slice(2);
  const store = await openStore({ file: file!, ...webhookSchema });
  const queue = new Queue({ store, pollIntervalMs: 20, leaseMs: 400, renewMs: 100 });
  const events = new Events(store);
  const secrets = SecretBox.openFile(keyFile!);
  new DeliveryWorker({ store, queue, events, secrets, version: '1.2.3', waitsMs: [1], allowLoopback: true }).start();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
