import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Store } from '../database';
import type { QueueSettings } from './embedded-queue';
import { LeasedJob } from './leased-job';
import { LeasedJobs } from './leased-jobs';
import type { ProcessLocks } from './process-locks';
import type { JobHandler, QueueWorker, WorkOptions } from './queue';
import { claim, type ClaimedJob, crashDelay, releaseJob, type ReleasedJob, type NextDue, nextDue, recover } from './statements';
import { shareFairly } from './fair-share';
import { handleClockJump } from './clock-jump';

/** A clock that runs back by less is nothing. */
const SET_BACK_MS = 1_000;

/** Claims the jobs of one lane as slots come free and runs its handler on them. */
export class EmbeddedQueueWorker implements QueueWorker {
  private readonly held = new LeasedJobs();
  private turning: Promise<void> | undefined;
  private again = false;
  /** Somebody rang or a time came; else a place came free at most. */
  private rung = false;
  /** What the last full look found, when it was, and whether the last claim left something that was due. */
  private due: NextDue = { start: null, later: null, expiry: null };
  private surveyedAt = -Infinity;
  private more = false;
  private closing = false;
  private nextRollCall = 0;
  /** By the clock of the queue; before the first look it may have been set back unseen. */
  private lookedAt = Infinity;
  private timer: NodeJS.Timeout | undefined;
  private readonly store: Store;
  /** Also from inside a transaction, which the claims then are no part of. */
  private readonly onFree = AsyncResource.bind(() => this.wake(false));
  private readonly crashLimit: number;
  private readonly crashDelayMs: number;

  constructor(
    private readonly queue: QueueSettings,
    private readonly holders: ProcessLocks,
    readonly options: WorkOptions,
    private readonly handler: JobHandler,
  ) {
    this.store = queue.store;
    holders.lanes.add(this.held);
    this.crashLimit = options.crashLimit ?? queue.crashLimit;
    this.crashDelayMs = options.crashDelayMs ?? queue.crashDelayMs;
  }

  /**
   * Looks for work now. Calls while it is looking are answered by one more look.
   * @param rung false where no more than a place came free.
   */
  wake(rung = true): void {
    if (this.closing) return;
    this.again = true;
    this.rung ||= rung;
    this.turning ??= this.turn().finally(() => {
      this.turning = undefined;
      if (this.again) this.wake(false);
    });
  }

  /** Somebody rang: looks for work, and resolves when there is room for another job. */
  async offered(): Promise<void> {
    this.wake();
    await this.turning;
    while (!this.closing && this.held.size >= this.options.concurrency) await Promise.race(this.held.ends());
  }

  async close(): Promise<void> {
    this.closing = true;
    clearTimeout(this.timer);
    for (const job of this.held) job.stop('The worker is closing.');
    await this.turning;
    await Promise.all(this.held.ends());
    this.holders.lanes.delete(this.held);
  }

  private async turn(): Promise<void> {
    clearTimeout(this.timer);
    let wait = this.queue.sweepMs;
    try {
      await this.holders.appear();
      while (this.again && !this.closing) {
        this.again = false;
        wait = await this.look();
      }
    } catch (error) {
      // Whoever asked meanwhile waits for the sweep too: the database would not answer sooner.
      this.again = false;
      this.queue.log.error({ err: error, lane: this.options.lane }, 'Looking for jobs failed; it is tried again.');
    }
    if (this.closing) return;
    this.timer = setTimeout(() => this.wake(), Math.min(this.queue.sweepMs, Math.max(1, wait)));
  }

  /** Does what is due. @returns ms until something will be due that there is a free slot for. */
  private async look(): Promise<number> {
    const now = await this.queue.now(this.store.reader);
    await this.noticeSetBack(now);
    // What was left for want of a place is still there: it is claimed without asking.
    if (this.rung || !this.more || now >= this.surveyedAt + this.queue.sweepMs) await this.survey(now);
    const { start, later } = this.due;
    const free = this.options.concurrency - this.held.size;
    if (free <= 0 || start === null) return Infinity;
    if (start > now) return start - now;
    const jobs = await this.claim(now, free);
    for (const job of jobs) this.take(job);
    if (jobs.length >= free) return Infinity;
    // What else is due waits for its group, or another process was quicker.
    return later === null ? Infinity : later - now;
  }

  /** Sees when what is due, and takes back what nobody works on any more. */
  private async survey(now: number): Promise<void> {
    this.rung = false;
    this.surveyedAt = now;
    const { lane, owner } = this.options;
    this.due = await nextDue(this.store.reader, { lane, owner, now });
    const { expiry } = this.due;
    const gone = expiry === null ? [] : await this.newlyGone(now);
    const over = gone.length > 0 || (expiry !== null && expiry <= now);
    if (over && (await this.recover(now, gone)) > 0) this.wake();
  }

  /** Jobs that were timed by a clock that has been set back since would wait until it is there again. */
  private async noticeSetBack(now: number): Promise<void> {
    const setBack = now < this.lookedAt - SET_BACK_MS;
    this.lookedAt = now;
    if (!setBack) return;
    this.rung = true;
    this.nextRollCall = now;
    const { leaseMs } = this.queue;
    const { lane } = this.options;
    await this.store.transaction((tx) => handleClockJump(tx.manager, { lane, now, leaseMs, toleranceMs: SET_BACK_MS }));
  }

  private claim(now: number, limit: number): Promise<LeasedJob[]> {
    const { lane, owner, onClaim } = this.options;
    const due = { lane, owner, now, limit };
    const lease = { lane, holder: this.holders.own, token: randomUUID(), leaseUntil: now + this.queue.leaseMs };
    return this.store.transaction(async (tx) => {
      const { found, more } = await shareFairly(tx, due, this.options);
      this.more = more;
      const jobs = await claim(tx.manager, found, lease);
      if (jobs.length === 0) return [];
      const held = jobs.map((job) => new LeasedJob(job, { now: this.queue.now, onFree: this.onFree }));
      const prepared = await onClaim?.(tx, held);
      held.forEach((each, place) => (each.prepared = prepared?.[place]));
      return held;
    });
  }

  /** Looks after the other holders once in a while. */
  private async newlyGone(now: number): Promise<string[]> {
    if (now < this.nextRollCall) return [];
    this.nextRollCall = now + this.queue.sweepMs;
    return this.holders.gone(this.options.lane);
  }

  private async recover(now: number, gone: string[]): Promise<number> {
    const { crashLimit, crashDelayMs, holders } = this;
    const { lane } = this.options;
    const wanted = { lane, now, crashLimit, delayMs: crashDelayMs, gone, working: holders.ids() };
    const jobs = await this.store.transaction((tx) => recover(tx.manager, wanted));
    for (const job of jobs) this.report(job);
    return jobs.length;
  }

  private take(held: LeasedJob): void {
    if (held.settled || held.lost) return;
    this.held.add(held);
    held.end = this.run(held);
  }

  private async run(held: LeasedJob): Promise<void> {
    const crash = this.closing ? undefined : await this.handle(held);
    if (!held.settled && !held.lost) await this.handBack(held.job, crash);
    const full = this.held.size >= this.options.concurrency;
    this.held.remove(held);
    // What its end left to do was looked for when the end was written.
    if (full || !held.settled) this.wake();
  }

  /** @returns why it did not finish the job, if so. */
  private async handle(held: LeasedJob): Promise<string> {
    try {
      await this.handler(held.job, held, held.prepared);
      return 'The handler ended without finishing the job.';
    } catch (error) {
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
  }

  private async handBack(job: ClaimedJob, crash: string | undefined): Promise<void> {
    try {
      await (this.closing || crash === undefined ? this.release(job) : this.crashed(job, crash));
    } catch (error) {
      this.queue.log.error({ err: error, job: job.id }, 'A job could not be handed back; its lease will run out.');
    }
  }

  /** Back at once: that we stop is not the job's fault. */
  private async release(job: ClaimedJob): Promise<void> {
    await this.store.transaction(async ({ manager }) => {
      const now = await this.queue.now(manager);
      await releaseJob(manager, job, { state: 'waiting', now, runAt: now, crashes: job.crashes, reason: null });
    });
  }

  private async crashed(job: ClaimedJob, reason: string): Promise<void> {
    const crashes = job.crashes + 1;
    const state = crashes >= this.crashLimit ? 'parked' : 'waiting';
    const kept = await this.store.transaction(async ({ manager }) => {
      const now = await this.queue.now(manager);
      const runAt = now + crashDelay(this.crashDelayMs, job.crashes);
      return releaseJob(manager, job, { state, now, runAt, crashes, reason });
    });
    if (kept) this.report({ id: job.id, ref: job.ref, state, reason });
  }

  private report({ id, ref, state, reason }: ReleasedJob): void {
    const fields = { job: id, lane: this.options.lane, ref, reason };
    if (state === 'parked') this.queue.log.error(fields, 'A job crashed too often and is parked.');
    else this.queue.log.warn(fields, 'A job crashed and will be tried again.');
  }
}
