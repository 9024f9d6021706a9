import type { Job, Queue as BullQueue } from 'bull';
import { once } from 'node:events';
import { newId } from '../../../../kernel';
import type { QueueLog, QueueName } from '../../queue';
import type { NotifiedWorker, Subscription } from '../notifier';
import type { Notification } from './notification';
import type { RedisOutage } from './redis-outage';
import { isReceived } from './canary';

interface BullSubscriberOptions {
  bull: BullQueue<Notification>;
  queue: QueueName;
  log: QueueLog;
  canaryMs: number;
  outage: RedisOutage;
}

/**
 * Receives the notifications of a queue in this process. After a restart of Redis a Bull worker may stop receiving
 * (OptimalBits/bull#1873). The subscriber therefore sends itself a notification from time to time, and reconnects if it does not
 * arrive.
 */
export class BullSubscriber {
  private readonly workers = new Set<NotifiedWorker>();
  private readonly closing = new AbortController();
  private readonly closed: Promise<unknown>;
  private isFull = false;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly options: BullSubscriberOptions) {
    const { bull, canaryMs } = options;
    // One at a time: while no worker has room this process holds the notification, and the next one goes to another process.
    bull.process(1, (notification: Job<Notification>) => this.receive(notification)).catch((error: unknown) => this.warn(error));
    this.closed = once(this.closing.signal, 'abort');
    this.timer = setInterval(() => void this.checkConnection(), canaryMs).unref();
  }

  add(worker: NotifiedWorker): Subscription {
    this.workers.add(worker);
    return { close: () => void this.workers.delete(worker) };
  }

  close(): void {
    this.closing.abort();
    clearInterval(this.timer);
  }

  private get isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  private async receive({ data }: Job<Notification>): Promise<void> {
    if (this.isClosed || data.id.startsWith('canary')) return;
    this.isFull = true;
    // Also without a worker this process holds the notification, so that the next one goes to another process.
    const room = [...this.workers].map((worker) => {
      worker.wake();
      return worker.hasRoom();
    });
    await Promise.race([this.closed, ...room]);
    this.isFull = false;
  }

  private async checkConnection(): Promise<void> {
    const { bull, canaryMs, log, queue } = this.options;
    if (this.isFull || this.isClosed || bull.client.status !== 'ready') return;
    try {
      if ((await isReceived(bull, newId('canary'), canaryMs)) || this.isFull || this.isClosed) return;
      log.warn({ queue }, 'A notification was not received. Reconnecting to Redis.');
      (bull as unknown as { bclient?: { disconnect(reconnect: boolean): void } }).bclient?.disconnect(true);
    } catch (error) {
      this.warn(error);
    }
  }

  private warn(error: unknown): void {
    if (!this.isClosed) this.options.outage.failed(error);
  }
}
