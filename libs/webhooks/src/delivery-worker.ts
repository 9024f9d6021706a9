import { type Clock, type Events, type Job, type JobContext, type LaneWorker, type Queue, safeAgent } from '@percept/core';
import { type Store, systemClock, type Transaction } from '@percept/core';
import type { Agent } from 'undici';
import { admit } from './admission';
import { record } from './attempt-record';
import { DeliveryRow, WAITING } from './delivery.entity';
import { EndpointRow } from './endpoint.entity';
import { type Exchange, post } from './exchange';
import { openEndpoint } from './opened-endpoint';
import { isRecovery, recoverPortion } from './recovering';
import { forget } from './retention';
import type { SecretBox } from './secret-box';
import { signedHeaders } from './signature';

export interface DeliveryWorkerOptions {
  store: Store;
  queue: Queue;
  events: Events;
  secrets: SecretBox;
  /** Of Percept, for the User-Agent. */
  version: string;
  /** Waits between the attempts, in ms; there is one attempt more than waits. */
  waitsMs: readonly number[];
  clock?: Clock;
  allowLoopback?: boolean;
  /** For one exchange with a receiver. */
  timeoutMs?: number;
  /** Least wait after a 429 or a timeout. */
  slowDownMs?: number;
  /** Attempts under way, in all and for one endpoint. */
  concurrency?: number;
  endpointConcurrency?: number;
  /** How long ended deliveries are kept. */
  retentionMs?: number;
  /** How long attempts that are under way may go on when the worker closes. */
  graceMs?: number;
  agent?: Agent;
}

const FORGET_EVERY_MS = 3_600_000;
const DEFAULTS = {
  retentionMs: 30 * 24 * 3_600_000,
  timeoutMs: 30_000,
  slowDownMs: 60_000,
  concurrency: 512,
  endpointConcurrency: 8,
  graceMs: 3_000,
  clock: systemClock,
};

interface Sending {
  delivery: DeliveryRow;
  url: string;
  secrets: string[];
  ownHeaders: Record<string, string>;
}

/** Nothing is sent unsigned. */
const UNREADABLE: Exchange = {
  status: null,
  durationMs: 0,
  reason: 'the secret cannot be read with the key file of this data folder: put the right key file back',
  timedOut: false,
  body: null,
  headers: null,
  retryAfter: null,
};

/** Sends deliveries: endpoints take turns, and none has more than eight attempts under way. */
export class DeliveryWorker {
  private readonly options: DeliveryWorkerOptions & typeof DEFAULTS;
  private readonly agent: Agent;
  private worker: LaneWorker | undefined;
  private forgetting: NodeJS.Timeout | undefined;

  constructor(options: DeliveryWorkerOptions) {
    this.options = { ...DEFAULTS, ...options };
    const { allowLoopback, timeoutMs } = this.options;
    this.agent = options.agent ?? safeAgent({ allowLoopback, connectTimeoutMs: timeoutMs });
  }

  start(): void {
    const { queue, concurrency, endpointConcurrency } = this.options;
    // A job stands for an attempt that was not made yet: however often its process dies, it must not be given up.
    const lane = { lane: 'deliveries', concurrency, groupConcurrency: endpointConcurrency, crashLimit: Infinity } as const;
    this.worker ??= queue.work(lane, (job, context) => this.deliver(job, context));
    this.forgetting ??= setInterval(() => void this.forget(), FORGET_EVERY_MS).unref();
  }

  /** Removes what is older than the retention. */
  async forget(): Promise<void> {
    const now = this.options.clock.now();
    // What cannot be removed now is removed the next time.
    const before = now - this.options.retentionMs;
    await forget(this.options.store, { before, now })
      .then(() => this.options.events.forget(before))
      .catch(() => undefined);
  }

  async close(): Promise<void> {
    clearInterval(this.forgetting);
    await this.worker?.close();
    this.worker = undefined;
    await this.agent.destroy();
  }

  private async deliver(job: Job, context: JobContext): Promise<void> {
    const { store, queue, events, waitsMs, slowDownMs, clock } = this.options;
    if (isRecovery(job)) {
      return store.transaction((tx) => recoverPortion(tx, job.ref, { queue, context, now: clock.now() }));
    }
    const begun = await store.transaction((tx) => this.begin(tx, job, context));
    if (!begun) return;
    const { delivery, endpoint } = begun;
    const opened = this.open(endpoint);
    const exchange = opened ? await this.send({ delivery, url: endpoint.url, ...opened }, context.signal) : UNREADABLE;
    const recording = { queue, events, rules: { waitsMs, slowDownMs }, now: clock.now() };
    await store.transaction((tx) => record(tx, delivery, { exchange, context, ...recording }));
  }

  /** Marks the delivery as being sent; ends or postpones the job and answers undefined where it is not to be sent now. */
  private async begin(tx: Transaction, job: Job, context: JobContext) {
    const { manager } = tx;
    const { clock, timeoutMs } = this.options;
    const where = { id: job.ref };
    const delivery = await manager.findOneBy(DeliveryRow, where);
    const endpoint = delivery && (await manager.findOneBy(EndpointRow, { id: delivery.endpoint_id }));
    const ours = delivery && WAITING.includes(delivery.state) && (delivery.job_id ?? job.id) === job.id;
    if (!ours || !endpoint?.active) {
      if (!(await context.finish(tx)) || !ours) return undefined;
      const change = endpoint ? { state: 'held' as const } : { state: 'cancelled' as const, ended_at: clock.now() };
      await manager.update(DeliveryRow, where, { ...change, next_attempt_at: null });
      return undefined;
    }
    const wait = await admit(tx, { endpoint, delivery }, { now: clock.now(), timeoutMs });
    const changes = wait
      ? { next_attempt_at: wait.until, waits_for: wait.for }
      : { state: 'sending' as const, next_attempt_at: null, waits_for: null };
    if (wait && !(await context.postpone(tx, wait.until))) return undefined;
    await manager.update(DeliveryRow, where, { ...changes, job_id: job.id });
    return wait ? undefined : { delivery, endpoint };
  }

  private open(endpoint: EndpointRow): Pick<Sending, 'secrets' | 'ownHeaders'> | undefined {
    try {
      return openEndpoint(endpoint, this.options.secrets, this.options.clock.now());
    } catch {
      return undefined;
    }
  }

  private async send({ delivery, url, secrets, ownHeaders }: Sending, closing: AbortSignal): Promise<Exchange> {
    const { clock, version, timeoutMs, graceMs } = this.options;
    const { body, event_id } = delivery;
    const headers = {
      ...ownHeaders,
      'content-type': 'application/json',
      'user-agent': `Percept/${version}`,
      ...signedHeaders(secrets, event_id, body, new Date(clock.now())),
    };
    const stop = new AbortController();
    let grace: NodeJS.Timeout | undefined;
    const onClosing = () => (grace = setTimeout(() => stop.abort(), graceMs));
    closing.addEventListener('abort', onClosing, { once: true });
    try {
      return await post({ url, headers, body, agent: this.agent, timeoutMs, stop: stop.signal });
    } finally {
      closing.removeEventListener('abort', onClosing);
      clearTimeout(grace);
    }
  }
}
