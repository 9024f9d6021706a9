import { randomUUID } from 'node:crypto';
import type { Store } from '../store';
import type { QueueSettings } from './embedded-queue';
import { HeldJob } from './held-job';
import type { Holders } from './holders';
import type { JobHandler, LaneWorker, WorkOptions } from './queue';
import { claim, type ClaimedJob, claimThese, crashDelay, giveBack, type HandedBack, nextDue, recover } from './statements';
import { takeTurns } from './take-turns';

/** Claims the jobs of one lane as slots come free and runs its handler on them. */
export class EmbeddedLane implements LaneWorker {
  private readonly held = new Set<HeldJob>();
  private readonly ends = new Set<Promise<void>>();
  private turning: Promise<void> | undefined;
  private again = false;
  private closing = false;
  private nextRollCall = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly store: Store;
  private readonly crashLimit: number;
  private readonly crashDelayMs: number;

  constructor(
    private readonly queue: QueueSettings,
    private readonly holders: Holders,
    readonly options: WorkOptions,
    private readonly handler: JobHandler,
  ) {
    this.store = queue.store;
    this.crashLimit = options.crashLimit ?? queue.crashLimit;
    this.crashDelayMs = options.crashDelayMs ?? queue.crashDelayMs;
  }

  /** Looks for work now. Calls while it is looking are answered by one more look. */
  wake(): void {
    if (this.closing) return;
    this.again = true;
    this.turning ??= this.turn().finally(() => {
      this.turning = undefined;
      if (this.again) this.wake();
    });
  }

  /** Somebody rang: looks for work, and resolves when there is room for another job. */
  async offered(): Promise<void> {
    this.wake();
    await this.turning;
    while (!this.closing && this.ends.size >= this.options.concurrency) await Promise.race(this.ends);
  }

  async close(): Promise<void> {
    this.closing = true;
    clearTimeout(this.timer);
    for (const job of this.held) job.stop('The worker is closing.');
    await this.turning;
    await Promise.all(this.ends);
  }

  private async turn(): Promise<void> {
    clearTimeout(this.timer);
    let next: number | null = null;
    try {
      await this.holders.appear();
      while (this.again && !this.closing) {
        this.again = false;
        next = await this.look();
      }
    } catch (error) {
      this.queue.log.error({ err: error, lane: this.options.lane }, 'Looking for jobs failed; it is tried again.');
    }
    if (this.closing) return;
    const wait = Math.min(this.queue.sweepMs, Math.max(1, (next ?? Infinity) - this.queue.clock.now()));
    this.timer = setTimeout(() => this.wake(), wait);
  }

  /** Does what is due and answers when something will be due that there is a free slot for. */
  private async look(): Promise<number | null> {
    const { lane, owner, concurrency } = this.options;
    const due = await nextDue(this.store.reader, { lane, owner });
    const now = this.queue.clock.now();
    const gone = due.expiry === null ? [] : await this.newlyGone(now);
    if (gone.length > 0 || (due.expiry !== null && due.expiry <= now)) {
      this.again ||= (await this.recover(now, gone)) > 0;
    }
    const free = concurrency - this.ends.size;
    if (free <= 0) return null;
    if (due.start === null || due.start > now) return due.start;
    const jobs = await this.claim(now, free);
    for (const job of jobs) await this.take(job);
    // What else is due waits for its group, or another process was quicker.
    return jobs.length < free ? (await nextDue(this.store.reader, { lane, owner, after: now })).start : null;
  }

  private claim(now: number, limit: number): Promise<ClaimedJob[]> {
    const { lane, owner, groupConcurrency } = this.options;
    const due = { lane, owner, now, limit };
    const lease = { holder: this.holders.own, token: randomUUID(), leaseUntil: now + this.queue.leaseMs };
    return this.store.transaction(async (tx) => {
      if (!groupConcurrency) return claim(tx.manager, due, lease);
      return claimThese(tx.manager, await takeTurns(tx, due, this.options), lease);
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

  private async take(job: ClaimedJob): Promise<void> {
    if (this.closing) return this.release(job);
    const held = new HeldJob(job, () => this.wake());
    this.held.add(held);
    this.holders.jobs.add(held);
    const end = this.run(held).finally(() => {
      this.held.delete(held);
      this.holders.jobs.delete(held);
      this.ends.delete(end);
      this.wake();
    });
    this.ends.add(end);
  }

  private async run(held: HeldJob): Promise<void> {
    let reason = 'The handler ended without finishing the job.';
    try {
      await this.handler(held.job, held.context);
    } catch (error) {
      reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    if (held.settled || held.lost) return;
    try {
      await (this.closing ? this.release(held.job) : this.crashed(held.job, reason));
    } catch (error) {
      this.queue.log.error({ err: error, job: held.job.id }, 'A job could not be handed back; its lease will run out.');
    }
  }

  /** Back at once: that we stop is not the job's fault. */
  private async release(job: ClaimedJob): Promise<void> {
    const back = { state: 'waiting', runAt: this.queue.clock.now(), crashes: job.crashes, reason: null } as const;
    await this.store.transaction((tx) => giveBack(tx.manager, job, back));
  }

  private async crashed(job: ClaimedJob, reason: string): Promise<void> {
    const crashes = job.crashes + 1;
    const state = crashes >= this.crashLimit ? 'parked' : 'waiting';
    const runAt = this.queue.clock.now() + crashDelay(this.crashDelayMs, job.crashes);
    const kept = await this.store.transaction((tx) => giveBack(tx.manager, job, { state, runAt, crashes, reason }));
    if (kept) this.report({ id: job.id, ref: job.ref, state, reason });
  }

  private report({ id, ref, state, reason }: HandedBack): void {
    const fields = { job: id, lane: this.options.lane, ref, reason };
    if (state === 'parked') this.queue.log.error(fields, 'A job crashed too often and is parked.');
    else this.queue.log.warn(fields, 'A job crashed and will be tried again.');
  }
}
