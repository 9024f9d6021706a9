// Sends deliveries in a process of its own, to be killed: `node delivery-worker.js DATABASE KEY_FILE`.
import { EmbeddedQueue, openStore, StoredEvents } from '../../libs/core/src';
import { DeliveryWorker, openSecretBox } from '../../libs/webhooks/src';
import { webhookSchema } from '../fixtures/webhook-bench';

async function main(): Promise<void> {
  const [file, keyFile] = process.argv.slice(2);
  const store = await openStore({ file: file!, ...webhookSchema });
  const queue = new EmbeddedQueue({ store, sweepMs: 20, leaseMs: 400, renewMs: 100 });
  const events = new StoredEvents(store);
  const secrets = openSecretBox(keyFile!);
  new DeliveryWorker({ store, queue, events, secrets, version: '1.2.3', waitsMs: [1], allowLoopback: true }).start();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
