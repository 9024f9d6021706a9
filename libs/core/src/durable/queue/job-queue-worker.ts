import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { moved, type Transitions } from '../../kernel';
import { isDatabaseError, type Store } from '../database';
import { handleClockJump } from './clock-jump';
import type { QueueSettings } from './queue-settings';
import { shareFairly } from './turns/fair-share';
import { LeasedJob } from './leased-job';
import { LeasedJobs } from './leased-jobs';
import type { NotifiedWorker } from './notifier';
import type { ProcessLocks } from './process-locks';
import type { JobHandler, QueueWorker, WorkOptions } from './queue';
import { ServedLast, type Turn } from './turns/in-turn';
import { claim, type ClaimedJob, crashDelay, releaseJob, type ReleasedJob, type NextDue, nextDue, recover } from './statements';

/** Clock jumps back by less than this are ignored. */
const CLOCK_TOLERANCE_MS = 1_000;

/** Why a handler did not finish its job. */
interface Unfinished {
  reason: string;
  /** Whether it threw an error that is not the database's. */
  isThrow: boolean;
}

/**
 * What a worker does besides its jobs. A wake during a poll makes it look once more.
 *
 *             wake              nothing more is due now
 *     idle ─────────▶ polling ─────────────────────────▶ waiting
 *                        ▲                                  │
 *                        └──────── wake, or its time ───────┘
 *
 * `close` leads from each of them to closing.
 */
type WorkerState =
  | { is: 'idle' }
  | Polling
  | { is: 'waiting'; timer: NodeJS.Timeout }
  /** No more jobs are claimed. `done` is the poll that was going on. */
  | { is: 'closing'; done: Promise<void> };

interface Polling {
  is: 'polling';
  done: Promise<void>;
  /** Why to look again: a slot became free, or a notification or a due time came. */
  again: 'slot' | 'news' | undefined;
}

export const WORKER_TRANSITIONS: Transitions<WorkerState> = {
  idle: ['polling', 'closing'],
  polling: ['waiting', 'closing'],
  waiting: ['polling', 'closing'],
  closing: [],
};

/** What the last claim left behind. */
type LeftState =
  | { is: 'nothing' }
  /** Due jobs, for lack of a slot. They are still there, so claiming them needs no survey. `at` is the time of the last one. */
  | { is: 'jobs'; due: NextDue; at: number };

/** Claims the jobs of one queue when slots are free and runs its handler on them. */
export class JobQueueWorker implements QueueWorker, NotifiedWorker {
  private readonly leased = new LeasedJobs();
  private readonly servedLast = new ServedLast();
  private state: WorkerState = { is: 'idle' };
  private left: LeftState = { is: 'nothing' };
  private nextLivenessCheck = 0;
  /** Time of the last poll by the queue's clock. Before the first poll the clock may have jumped back unnoticed. */
  private polledAt = Infinity;
  private readonly store: Store;
  /** Bound to this context, because it may be called inside a transaction, which the claims must not join. */
  private readonly onFree = AsyncResource.bind(() => {
    this.freed.emit('slot');
    this.wake(false);
  });
  private readonly freed = new EventEmitter().setMaxListeners(0);
  /** How often the handler threw, by the id of the job. */
  private readonly thrown = new Map<string, number>();
  private readonly crashLimit: number;
  private readonly crashDelayMs: number;

  constructor(
    private readonly settings: QueueSettings,
    private readonly locks: ProcessLocks,
    readonly options: WorkOptions,
    private readonly handler: JobHandler,
  ) {
    this.store = settings.store;
    locks.leased.add(this.leased);
    this.crashLimit = options.crashLimit ?? settings.crashLimit;
    this.crashDelayMs = options.crashDelayMs ?? settings.crashDelayMs;
  }

  /** Polls now. Calls during a poll cause one more poll. @param notified false if only a slot became free. */
  wake(notified = true): void {
    const again = notified ? 'news' : 'slot';
    if (this.state.is === 'closing') return;
    if (this.state.is === 'polling') {
      if (this.state.again !== 'news') this.state.again = again;
      return;
    }
    const polling: Polling = { is: 'polling', done: Promise.resolve(), again };
    this.enter(polling);
    polling.done = this.poll(polling);
  }

  async hasRoom(): Promise<void> {
    await this.polled();
    while (!this.isClosing && this.leased.busy >= this.options.concurrency) await once(this.freed, 'slot');
  }

  async close(): Promise<void> {
    if (!this.isClosing) this.enter({ is: 'closing', done: this.polled() });
    for (const job of this.leased) job.stop('The worker is closing.');
    await this.polled();
    while (this.leased.size > 0) await once(this.freed, 'slot');
    this.locks.leased.delete(this.leased);
  }

  private get isClosing(): boolean {
    return this.state.is === 'closing';
  }

  /** Resolves when the poll that is going on has ended. */
  private polled(): Promise<void> {
    return 'done' in this.state ? this.state.done : Promise.resolve();
  }

  private enter(next: WorkerState): void {
    if (this.state.is === 'waiting') clearTimeout(this.state.timer);
    this.state = moved(this.state, next, WORKER_TRANSITIONS);
  }

  private async poll(polling: Polling): Promise<void> {
    let wait = this.settings.pollIntervalMs;
    try {
      await this.locks.announce();
      while (polling.again && this.state === polling) {
        const isNews = polling.again === 'news';
        polling.again = undefined;
        wait = await this.pollOnce(isNews);
      }
    } catch (error) {
      // Requests that came meanwhile also wait for the next interval, because the database would not answer sooner.
      this.settings.log.error({ err: error, queue: this.options.queue }, 'Polling for jobs failed. Retrying.');
    }
    if (this.state !== polling) return;
    const ms = Math.min(this.settings.pollIntervalMs, Math.max(1, wait));
    this.enter({ is: 'waiting', timer: setTimeout(() => this.wake(), ms) });
  }

  /**
   * Starts the jobs that are due.
   * @param isNews false if only a slot became free.
   * @returns ms until the next job is due for which a slot is free.
   */
  private async pollOnce(isNews: boolean): Promise<number> {
    const now = await this.settings.now(this.store.reader);
    const jumped = await this.correctClockJump(now);
    const { left } = this;
    const isKnown = left.is === 'jobs' && !isNews && !jumped && now < left.at + this.settings.pollIntervalMs;
    const { due, at } = isKnown ? left : { due: await this.survey(now), at: now };
    const free = this.options.concurrency - this.leased.busy;
    if (free <= 0 || due.start === null) return Infinity;
    if (due.start > now) return due.start - now;
    const { jobs, more } = await this.claim(now, free);
    this.left = more ? { is: 'jobs', due, at } : { is: 'nothing' };
    for (const [job, prepared] of jobs) this.start(job, prepared);
    if (jobs.length >= free) return Infinity;
    // Other due jobs wait for their group, or another process was faster.
    return due.later === null ? Infinity : due.later - now;
  }

  /** Reads when jobs are due, and recovers the jobs of dead processes. */
  private async survey(now: number): Promise<NextDue> {
    const { queue, owner } = this.options;
    const due = await nextDue(this.store.reader, { queue, owner, now });
    if (this.left.is === 'jobs') this.left = { is: 'jobs', due, at: now };
    const { expiry } = due;
    const dead = expiry === null ? [] : await this.findDead(now);
    const canRecover = dead.length > 0 || (expiry !== null && expiry <= now);
    if (canRecover && (await this.recover(now, dead)) > 0) this.wake();
    return due;
  }

  /** After the clock has jumped back, jobs timed by the earlier clock would wait until that time comes again. */
  private async correctClockJump(now: number): Promise<boolean> {
    const jumped = now < this.polledAt - CLOCK_TOLERANCE_MS;
    this.polledAt = now;
    if (!jumped) return false;
    this.nextLivenessCheck = now;
    const { leaseMs } = this.settings;
    const { queue } = this.options;
    const jump = { queue, now, leaseMs, toleranceMs: CLOCK_TOLERANCE_MS };
    await this.store.transaction((tx) => handleClockJump(tx.manager, jump));
    return true;
  }

  /** @returns the claimed jobs, each with its result of `WorkOptions.onClaim`, and whether due jobs are left. */
  private async claim(now: number, limit: number): Promise<{ jobs: [LeasedJob, unknown][]; more: boolean }> {
    const { queue, owner, onClaim } = this.options;
    const due = { queue, owner, now, limit, here: this.leased.busyOf.bind(this.leased) };
    const lease = { queue, leasedBy: this.locks.id, token: randomUUID(), leaseUntil: now + this.settings.leaseMs };
    let [served, more]: [Turn[], boolean] = [[], false];
    const claimed = await this.store.transaction(async (tx) => {
      const fair = await shareFairly(tx, due, this.options, this.servedLast);
      ({ found: served, more } = fair);
      const jobs = await claim(
        tx.manager,
        served.map(({ each }) => each),
        lease,
      );
      if (jobs.length === 0) return [];
      const leased = jobs.map((job) => new LeasedJob(job, { now: this.settings.now, onFree: this.onFree }));
      const prepared = await onClaim?.(tx, leased);
      return leased.map((job, index): [LeasedJob, unknown] => [job, prepared?.[index]]);
    });
    this.servedLast.note(served);
    return { jobs: claimed, more };
  }

  /** Checks the other processes once in each interval. */
  private async findDead(now: number): Promise<string[]> {
    if (now < this.nextLivenessCheck) return [];
    this.nextLivenessCheck = now + this.settings.pollIntervalMs;
    return this.locks.findDead(this.options.queue);
  }

  private async recover(now: number, dead: string[]): Promise<number> {
    const { crashLimit, crashDelayMs, locks } = this;
    const { queue } = this.options;
    const wanted = { queue, now, crashLimit, delayMs: crashDelayMs, dead, inProgress: locks.jobIds() };
    const jobs = await this.store.transaction((tx) => recover(tx.manager, wanted));
    for (const job of jobs) this.logCrash(job);
    return jobs.length;
  }

  private start(job: LeasedJob, prepared: unknown): void {
    if (job.lease !== 'held') return;
    this.leased.add(job);
    void this.run(job, prepared);
  }

  private async run(leased: LeasedJob, prepared: unknown): Promise<void> {
    const crash = this.isClosing ? undefined : await this.handle(leased, prepared);
    if (leased.lease === 'settled') this.thrown.delete(leased.job.id);
    else if (leased.lease === 'held') await this.returnJob(leased.job, crash);
    const full = this.leased.busy >= this.options.concurrency;
    this.leased.remove(leased);
    this.freed.emit('slot');
    // If the job was settled, the worker polled when that was written.
    if (full || leased.lease !== 'settled') this.wake();
  }

  /** @returns why the job is unfinished; undefined if it was finished. */
  private async handle(leased: LeasedJob, prepared: unknown): Promise<Unfinished> {
    try {
      await this.handler(leased.job, leased, prepared);
      return { reason: 'The handler ended without finishing the job.', isThrow: false };
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { reason, isThrow: !isDatabaseError(error) };
    }
  }

  private async returnJob(job: ClaimedJob, crash: Unfinished | undefined): Promise<void> {
    try {
      await (this.isClosing || crash === undefined ? this.release(job) : this.fail(job, crash));
    } catch (error) {
      this.settings.log.error({ err: error, job: job.id }, 'A job could not be released. Its lease will expire.');
    }
  }

  /** Makes the job available at once, because it is not at fault when a worker closes. */
  private async release(job: ClaimedJob): Promise<void> {
    await this.store.transaction(async ({ manager }) => {
      const now = await this.settings.now(manager);
      await releaseJob(manager, job, { state: 'waiting', now, runAt: now, crashes: job.crashes, reason: null });
    });
  }

  private async fail(job: ClaimedJob, { reason, isThrow }: Unfinished): Promise<void> {
    const { throwLimit, onParked } = this.options;
    const throws = isThrow && throwLimit !== undefined ? this.countThrow(job.id) : 0;
    const crashes = throws > 0 ? job.crashes : job.crashes + 1;
    const isOver = throws > 0 ? throws >= throwLimit! : crashes >= this.crashLimit;
    const delayMs = throws > 0 ? crashDelay(this.settings.crashDelayMs, throws - 1) : crashDelay(this.crashDelayMs, job.crashes);
    const state = isOver ? 'parked' : 'waiting';
    const released = await this.store.transaction(async (tx) => {
      const now = await this.settings.now(tx.manager);
      const isOurs = await releaseJob(tx.manager, job, { state, now, runAt: now + delayMs, crashes, reason });
      if (isOurs && isOver) await onParked?.(tx, job);
      return isOurs;
    });
    if (isOver) this.thrown.delete(job.id);
    // The same error need not be logged again.
    if (released && (throws <= 1 || isOver)) this.logCrash({ id: job.id, ref: job.ref, state, reason });
  }

  private countThrow(id: string): number {
    const throws = (this.thrown.get(id) ?? 0) + 1;
    this.thrown.set(id, throws);
    return throws;
  }

  private logCrash({ id, ref, state, reason }: ReleasedJob): void {
    const fields = { job: id, queue: this.options.queue, ref, reason };
    if (state === 'parked') this.settings.log.error(fields, 'A job crashed too often and is parked.');
    else this.settings.log.warn(fields, 'A job crashed and will be tried again.');
  }
}
