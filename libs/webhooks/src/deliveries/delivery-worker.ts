import { type Claimed, type Clock, type Events, type Job, type JobContext, type Queue } from '@percept/core';
import {
  activeTracer,
  safeAgent,
  type SecretBox,
  type Span,
  type Store,
  systemClock,
  traced,
  type Transaction,
  TransactionBatcher,
} from '@percept/core';
import type { Agent } from 'undici';
import { circuitLimits } from './attempts/circuit-breaker';
import { recordAttempts, type SentDelivery } from './attempts/record-attempts';
import { startDeliveries, type StartedDelivery } from './attempts/start-deliveries';
import { type ReceiverResponse, post, type PendingDelivery } from './attempts/delivery-request';
import { EndpointDecryptor, type DecryptedEndpoint } from '../endpoints';
import { FilteredEvents } from './filters/filtered-events';
import { readFilteringJob } from './filters/filtering-jobs';
import { isRecovery, recoverBatch } from './recovery';
import { signedHeaders } from '../signature';

export interface DeliveryWorkerOptions {
  store: Store;
  queue: Queue;
  events: Events;
  secrets: SecretBox;
  /** The version of Percept, for the User-Agent. */
  version: string;
  /** Waits between the attempts, in ms; there is one more attempt than waits. */
  waitsMs: readonly number[];
  clock?: Clock;
  allowLoopback?: boolean;
  /** The time that one exchange with a receiver may take. */
  timeoutMs?: number;
  /** The minimum wait after a 429 or a timeout. */
  slowDownMs?: number;
  /** The maximum number of concurrent attempts, in total and for one endpoint. */
  concurrency?: number;
  endpointConcurrency?: number;
  /**
   * The number of concurrent attempts that a project may always have. Above this number, a project may use at most as many as
   * it leaves free.
   */
  projectLeast?: number;
  /** How long running attempts may continue when the worker closes. */
  graceMs?: number;
  /** DNS servers; the system's when absent or empty. */
  dnsServers?: readonly string[];
  agent?: Agent;
}

const DEFAULTS = {
  timeoutMs: 30_000,
  slowDownMs: 60_000,
  concurrency: 512,
  endpointConcurrency: 8,
  projectLeast: 8,
  graceMs: 3_000,
  clock: systemClock,
};

/** Without a readable secret nothing is sent. */
const UNREADABLE: ReceiverResponse = {
  status: null,
  durationMs: 0,
  reason: 'the secret cannot be read with the key file of this data folder: put the right key file back',
  timedOut: false,
  requestHeaders: null,
  body: null,
  headers: null,
  retryAfter: null,
};

/** Sends deliveries. Projects and their endpoints take turns, and an endpoint has at most eight concurrent attempts. */
export class DeliveryWorker {
  private readonly options: DeliveryWorkerOptions & typeof DEFAULTS;
  private openAgent: Agent | undefined;
  private readonly recorder: TransactionBatcher<SentDelivery, void>;
  private readonly filtered: FilteredEvents;
  private readonly decryptor: EndpointDecryptor;
  private worker: ReturnType<Queue['work']> | undefined;
  /** Called with the status of each attempt; null if there was no response. */
  onAttempt: ((status: number | null) => void) | undefined;

  constructor(options: DeliveryWorkerOptions) {
    this.options = { ...DEFAULTS, ...options };
    const { store, queue, events, clock, waitsMs, slowDownMs } = this.options;
    const rules = { waitsMs, slowDownMs };
    this.recorder = new TransactionBatcher<SentDelivery, void>(store, async (tx, sent) => {
      await recordAttempts(tx, sent, { queue, events, rules, now: clock.now() });
      return [];
    });
    this.filtered = new FilteredEvents(store, queue, events);
    this.decryptor = new EndpointDecryptor(options.secrets);
    this.openAgent = options.agent;
  }

  start(): void {
    const { queue, concurrency, endpointConcurrency, projectLeast } = this.options;
    // A job stands for an attempt that was not made yet, so it is never given up, however often its process dies.
    const shares = { concurrency, groupConcurrency: endpointConcurrency, groupLimits: circuitLimits, keyLeast: projectLeast };
    const limits = { ...shares, crashLimit: Infinity };
    const onClaim = (tx: Transaction, claimed: readonly Claimed[]) => this.startClaimed(tx, claimed);
    this.worker ??= queue.work({ queue: 'deliveries', ...limits, onClaim }, (job, context, started) => {
      return this.deliver(job, context, started);
    });
  }

  async close(): Promise<void> {
    await this.worker?.close();
    this.worker = undefined;
    await this.openAgent?.destroy();
  }

  /** Created for the first delivery, so that the start does not load an HTTP client. */
  private get agent(): Agent {
    const { allowLoopback, timeoutMs: connectTimeoutMs, dnsServers } = this.options;
    return (this.openAgent ??= safeAgent({ allowLoopback, connectTimeoutMs, dnsServers }));
  }

  /** Marks deliveries as being sent when their jobs are claimed. */
  private startClaimed(tx: Transaction, claimed: readonly Claimed[]): Promise<(StartedDelivery | undefined)[]> {
    const { clock, timeoutMs } = this.options;
    return startDeliveries(tx, claimed, { now: clock.now(), timeoutMs });
  }

  private async deliver(job: Job, context: JobContext, started: StartedDelivery | undefined): Promise<void> {
    if (isRecovery(job)) {
      const { store, queue, clock } = this.options;
      return store.transaction((tx) => recoverBatch(tx, job.ref, { queue, context, now: clock.now() }));
    }
    if (readFilteringJob(job)) return this.filtered.work(job, context);
    if (!started) return;
    if (!activeTracer()) return this.exchange(started, context);
    const { id, event_id, endpoint_id } = started.delivery;
    const attributes = { 'percept.delivery_id': id, 'percept.event_id': event_id, 'percept.webhook_id': endpoint_id };
    const how = { parent: await this.options.events.traceparentOf(event_id), kind: 'client', attributes } as const;
    await traced('webhook', how, (span) => this.exchange(started, context, span));
  }

  private async exchange(started: StartedDelivery, context: JobContext, span?: Span): Promise<void> {
    const { response, abort } = this.send(started, span?.traceparent);
    let grace: NodeJS.Timeout | undefined;
    context.onStop(() => (grace = setTimeout(abort, this.options.graceMs)));
    try {
      const answer = await response;
      this.onAttempt?.(answer.status);
      span?.set(
        answer.status === null
          ? { 'error.type': answer.timedOut ? 'timeout' : 'connection' }
          : { 'http.response.status_code': answer.status },
      );
      await this.recorder.add({ delivery: started.delivery, response: answer, context });
    } finally {
      clearTimeout(grace);
    }
  }

  /** @param traceparent of the attempt, so that the receiver's own spans join the trace. */
  private send({ delivery, endpoint }: StartedDelivery, traceparent?: string): PendingDelivery {
    const { clock, version, timeoutMs } = this.options;
    const decrypted = this.decrypt(endpoint);
    if (!decrypted) return { response: Promise.resolve(UNREADABLE), abort: () => undefined };
    const { origin, path, ownHeaders, secrets } = decrypted;
    const { body, event_id } = delivery;
    const headers = signedHeaders(secrets, event_id, body, new Date(clock.now()));
    headers['content-type'] = 'application/json';
    headers['user-agent'] = `Percept/${version}`;
    if (traceparent) headers['traceparent'] = traceparent;
    Object.assign(headers, ownHeaders);
    return post({ origin, path, headers, body, agent: this.agent, timeoutMs });
  }

  private decrypt(endpoint: StartedDelivery['endpoint']): DecryptedEndpoint | undefined {
    try {
      return this.decryptor.decrypt(endpoint, this.options.clock.now());
    } catch {
      return undefined;
    }
  }
}
