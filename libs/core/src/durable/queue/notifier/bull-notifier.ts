import type { Queue as BullQueue } from 'bull';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Notifier, Listener } from './notifier';
import { BullSubscriber } from './bull-subscriber';
import { QUEUE_NAMES, type QueueName, type QueueLog } from '../queue';

/** What a ring carries: the id of a row, and nothing else. */
export interface Ring {
  id: string;
}

export type BullQueues = Record<QueueName, BullQueue<Ring>>;

const CLOSE_MS = 2_000;
/** What ioredis calls its state when it has lost the server. */
const AWAY = ['reconnecting', 'close', 'end'];

export interface BullBellOptions {
  queues: BullQueues;
  log: QueueLog;
  /** Time for a ring to come back; also how often that is tried. */
  canaryMs?: number;
}

/** Rings through Bull: each ring wakes one of the processes that have room. */
export class BullNotifier implements Notifier {
  private readonly listeners = new Map<QueueName, BullSubscriber>();

  constructor(private readonly options: BullBellOptions) {
    for (const lane of QUEUE_NAMES) {
      nameQuietly(options.queues[lane]);
      options.queues[lane].on('error', (error) =>
        options.log.warn({ err: error, lane }, 'Redis does not answer; it is tried again.'),
      );
    }
  }

  ring(lane: QueueName, id: string): boolean {
    const queue = this.options.queues[lane];
    if (AWAY.includes(queue.client.status)) return false;
    queue
      .add({ id })
      .catch((error: unknown) => this.options.log.warn({ err: error, lane }, 'A ring was lost; the sweep finds its job.'));
    return true;
  }

  listen(lane: QueueName, onRing: () => Promise<void>): Listener {
    const { queues, log, canaryMs = 10_000 } = this.options;
    const listener = this.listeners.get(lane) ?? new BullSubscriber({ queue: queues[lane], lane, log, canaryMs });
    this.listeners.set(lane, listener);
    return listener.tell(onRing);
  }

  /** Does not wait for a Redis that is away. */
  async close(): Promise<void> {
    for (const listener of this.listeners.values()) listener.close();
    await Promise.all(
      QUEUE_NAMES.map(async (lane) => {
        const queue = this.options.queues[lane];
        const hangUp = () => queue.clients.forEach((client) => client.disconnect());
        // Bull connects anew in between; so hang up whenever it has ended.
        const closed = queue.close(true).then(hangUp, hangUp);
        if (!AWAY.includes(queue.client.status)) await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })]);
        hangUp();
      }),
    );
  }
}

/** Bull names its connection whenever it connects, and leaves a rejection that nobody handles where that breaks again. */
function nameQuietly(queue: BullQueue): void {
  const worker = queue as unknown as { setWorkerName(): Promise<unknown> };
  const name = worker.setWorkerName.bind(queue);
  worker.setWorkerName = () => name().catch(() => undefined);
}
