import type { Job, Queue as BullQueue } from 'bull';
import { newId } from '../../../kernel';
import { once } from 'node:events';
import type { Listener } from './notifier';
import type { Ring } from './bull-notifier';
import { passed } from './canary';
import type { QueueName, QueueLog } from '../queue';

export interface BullListenerOptions {
  queue: BullQueue<Ring>;
  lane: QueueName;
  log: QueueLog;
  canaryMs: number;
}

/**
 * Hears the rings of a lane in this process. After a restart of Redis a worker of Bull may stay deaf (OptimalBits/bull#1873),
 * so now and then it rings itself, and connects anew where nobody hears that.
 */
export class BullSubscriber {
  private readonly lanes = new Set<() => Promise<void>>();
  private readonly ending = new AbortController();
  private readonly ended: Promise<unknown>;
  private full = false;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly options: BullListenerOptions) {
    const { queue, canaryMs } = options;
    // One at a time: while the lane has no room the ring is held, and the next goes to another process.
    queue.process(1, (ring: Job<Ring>) => this.hear(ring)).catch((error: unknown) => this.complain(error));
    this.ended = once(this.ending.signal, 'abort');
    this.timer = setInterval(() => void this.tryHearing(), canaryMs).unref();
  }

  /** @param onRing resolves when there is room for another job. */
  tell(onRing: () => Promise<void>): Listener {
    this.lanes.add(onRing);
    return { close: () => void this.lanes.delete(onRing) };
  }

  close(): void {
    this.ending.abort();
    clearInterval(this.timer);
  }

  private get closed(): boolean {
    return this.ending.signal.aborted;
  }

  private async hear({ data }: Job<Ring>): Promise<void> {
    if (this.closed || data.id.startsWith('canary')) return;
    this.full = true;
    // Without a lane the ring is held, and the next goes elsewhere.
    const room = [...this.lanes].map((lane) => lane());
    await Promise.race([this.ended, ...room]);
    this.full = false;
  }

  private async tryHearing(): Promise<void> {
    const { queue, canaryMs, log, lane } = this.options;
    if (this.full || this.closed || queue.client.status !== 'ready') return;
    try {
      if ((await passed(queue, newId('canary'), canaryMs)) || this.full || this.closed) return;
      log.warn({ lane }, 'The bell was not heard; connecting to Redis anew.');
      (queue as unknown as { bclient?: { disconnect(reconnect: boolean): void } }).bclient?.disconnect(true);
    } catch (error) {
      this.complain(error);
    }
  }

  private complain(error: unknown): void {
    if (!this.closed) this.options.log.warn({ err: error, lane: this.options.lane }, 'Redis does not answer; it is tried again.');
  }
}
