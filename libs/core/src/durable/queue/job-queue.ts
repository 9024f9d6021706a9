import { In, Not } from 'typeorm';
import { FolderNotifier, LocalNotifier, openBullNotifier } from './notifier';
import { newId } from '../../kernel';
import { databaseNow, type Store, type Transaction } from '../database';
import { JobQueueWorker } from './job-queue-worker';
import { finishAll } from './leased-job';
import { ProcessLocks } from './process-locks';
import { JobEntity } from './job.entity';
import {
  QUEUE_NAMES,
  type AddJobOptions,
  type JobContext,
  type JobHandler,
  type NewJob,
  type QueueName,
  type QueueWorker,
  type WorkOptions,
} from './queue';
import { insert, removeJobsByRef, renew } from './statements';
import type { QueueOptions, QueueTime, QueueSettings } from './queue-settings';

const DEFAULTS = {
  log: { warn: () => undefined, error: () => undefined },
  leaseMs: 60_000,
  renewMs: 10_000,
  pollIntervalMs: 1_000,
  crashLimit: 3,
  crashDelayMs: 1_000,
};

/** Enough to wake every process. A process without room takes more jobs when it has room again. */
const MAX_NOTIFICATIONS = 64;

const notifierOf = ({ sharedFolder }: Store) => (sharedFolder ? new FolderNotifier(sharedFolder) : new LocalNotifier());

/** Stores jobs as rows in the same database as the data they are about. Any number of processes may work on them. */
export class Queue {
  static readonly NAMES = QUEUE_NAMES;
  static readonly removeJobs = removeJobsByRef;

  /** @throws Error with a sentence for the user if Redis cannot serve as the notifier. */
  static async checkRedis(url: string): Promise<void> {
    await (await openBullNotifier(url, DEFAULTS.log)).close();
  }

  private readonly options: QueueSettings;
  private readonly locks: ProcessLocks;
  private readonly workers = new Set<JobQueueWorker>();
  private renewal: NodeJS.Timeout | undefined;

  constructor(options: QueueOptions) {
    const { clock } = options;
    const now: QueueTime = clock ? async () => clock.now() : databaseNow;
    this.options = { ...DEFAULTS, now, ...options, notifier: options.notifier ?? notifierOf(options.store) };
    this.locks = new ProcessLocks(options.store, this.options.pollIntervalMs);
  }

  /** The leaseholder name of this process. */
  get processId(): string {
    return this.locks.id;
  }

  /** Adds a job in the transaction that writes its row, and notifies workers after the commit. */
  add(tx: Transaction, queue: QueueName, ref: string, options: AddJobOptions = {}): Promise<void> {
    return this.addAll(tx, queue, [{ ...options, ref }]);
  }

  /** Adds many jobs at once: much cheaper than one by one. */
  async addAll(tx: Transaction, queue: QueueName, jobs: readonly NewJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const now = await this.options.now(tx.manager);
    const rows = jobs.map(({ ref, runAt, owner, group, groupLimit, key, keyLimit, priority }) => ({
      id: newId('job'),
      queue,
      ref,
      owner: owner ?? null,
      group_key: group ?? '',
      group_limit: groupLimit ?? null,
      key_name: key ?? '',
      key_limit: keyLimit ?? null,
      rank: -(priority ?? 0),
      run_at: runAt ?? now,
      scheduled_at: now,
    }));
    await insert(tx.manager, rows);
    tx.afterCommit(() => rows.slice(0, MAX_NOTIFICATIONS).forEach(({ id }) => this.options.notifier.notify(queue, id)));
  }

  work<Prepared>(options: WorkOptions<Prepared>, handler: JobHandler<Prepared>): QueueWorker {
    const worker = new JobQueueWorker(this.options, this.locks, options, handler as JobHandler);
    this.workers.add(worker);
    this.renewal ??= setInterval(() => void this.renewLeases(), this.options.renewMs);
    const subscription = this.options.notifier.subscribe(options.queue, worker);
    worker.wake();
    const close = async (): Promise<void> => {
      subscription.close();
      await worker.close();
      this.workers.delete(worker);
    };
    return { close };
  }

  /** Finishes many jobs in one statement. @returns those whose lease was not lost. */
  finishAll(tx: Transaction, contexts: readonly JobContext[]): Promise<Set<JobContext>> {
    return finishAll(tx, contexts);
  }

  /** Removes jobs that are not claimed yet. */
  async cancel(tx: Transaction, queue: QueueName, refs: string[]): Promise<void> {
    for (let from = 0; from < refs.length; from += 500) {
      await tx.manager.delete(JobEntity, { queue, ref: In(refs.slice(from, from + 500)), state: Not('leased') });
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.workers].map((worker) => worker.close()));
    this.workers.clear();
    clearInterval(this.renewal);
    this.renewal = undefined;
    await this.options.notifier.close();
    await this.locks.withdraw();
  }

  /** Renews all leases in one statement. A job that it does not find was taken over by another process. */
  private async renewLeases(): Promise<void> {
    const leased = this.locks.jobs();
    if (leased.length === 0) return;
    const { store, now, leaseMs } = this.options;
    try {
      const renewed = await store.transaction(async ({ manager }) => {
        const until = (await now(manager)) + leaseMs;
        return renew(manager, { leasedBy: this.locks.id, ids: this.locks.jobIds(), until });
      });
      const keys = new Set(renewed.map(({ id, token }) => `${id} ${token}`));
      for (const job of leased) if (!keys.has(job.key)) job.lose();
    } catch (error) {
      this.options.log.warn({ err: error }, 'Renewing the leases failed. Retrying.');
    }
  }
}
