import type { Queue as BullQueue } from 'bull';
import { setTimeout as sleep } from 'node:timers/promises';
import { QUEUE_NAMES, type QueueLog, type QueueName } from '../../queue';
import { LocalNotifier } from '../local/local-notifier';
import type { NotifiedWorker, Notifier, Subscription } from '../notifier';
import { BullSubscriber } from './bull-subscriber';
import type { Notification } from './notification';
import { RedisOutage } from './redis-outage';

export type BullQueues = Record<QueueName, BullQueue<Notification>>;

const CLOSE_MS = 2_000;
const MAX_UNDER_WAY = 64;
/** States of ioredis in which it has lost the server. */
const DISCONNECTED = ['reconnecting', 'close', 'end'];

interface BullNotifierOptions {
  queues: BullQueues;
  log: QueueLog;
  /** Time limit of a test notification, and the time between two of them. */
  canaryMs?: number;
}

/** Notifies through Bull: each notification wakes one of the processes that have room. */
export class BullNotifier implements Notifier {
  private readonly subscribers = new Map<QueueName, BullSubscriber>();
  /** Number of notifications per queue that Redis has not yet confirmed. */
  private readonly onTheWay = new Map<QueueName, number>();
  /** Wakes the workers of this process while Redis is down. */
  private readonly local = new LocalNotifier();

  private readonly outage: RedisOutage;

  constructor(private readonly options: BullNotifierOptions) {
    this.outage = new RedisOutage(options.log);
    for (const queue of QUEUE_NAMES) {
      ignoreNamingErrors(options.queues[queue]);
      options.queues[queue].on('error', (error) => this.outage.failed(error));
      options.queues[queue].client.on('ready', () => this.outage.ended());
    }
  }

  notify(queue: QueueName, jobId: string): void {
    const bull = this.options.queues[queue];
    if (DISCONNECTED.includes(bull.client.status)) {
      this.local.notify(queue);
      return;
    }
    // The unconfirmed notifications suffice to wake every process, and each looks for all due jobs.
    const onTheWay = this.onTheWay.get(queue) ?? 0;
    if (onTheWay >= MAX_UNDER_WAY) return;
    this.onTheWay.set(queue, onTheWay + 1);
    bull
      .add({ id: jobId })
      .finally(() => this.onTheWay.set(queue, this.onTheWay.get(queue)! - 1))
      .catch((error: unknown) =>
        this.options.log.warn({ err: error, queue }, 'A notification was lost. The next poll finds its job.'),
      );
  }

  subscribe(queue: QueueName, worker: NotifiedWorker): Subscription {
    const { queues, log, canaryMs = 10_000 } = this.options;
    const subscriber =
      this.subscribers.get(queue) ?? new BullSubscriber({ bull: queues[queue], queue, log, canaryMs, outage: this.outage });
    this.subscribers.set(queue, subscriber);
    const subscriptions = [subscriber.add(worker), this.local.subscribe(queue, worker)];
    return { close: () => subscriptions.forEach((each) => each.close()) };
  }

  /** Does not wait for Redis if it is down. */
  async close(): Promise<void> {
    for (const subscriber of this.subscribers.values()) subscriber.close();
    await this.local.close();
    await Promise.all(QUEUE_NAMES.map((queue) => closeBull(this.options.queues[queue])));
  }
}

async function closeBull(bull: BullQueue): Promise<void> {
  const disconnect = () => bull.clients.forEach((client) => client.disconnect());
  // Bull may reconnect while it closes, so disconnect again whenever it has closed.
  const closed = bull.close(true).then(disconnect, disconnect);
  if (!DISCONNECTED.includes(bull.client.status)) await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })]);
  disconnect();
}

/** Bull names its connection on every connect. If the connection breaks meanwhile, Bull leaves the rejection unhandled. */
function ignoreNamingErrors(bull: BullQueue): void {
  const worker = bull as unknown as { setWorkerName(): Promise<unknown> };
  const name = worker.setWorkerName.bind(bull);
  worker.setWorkerName = () => name().catch(() => undefined);
}
