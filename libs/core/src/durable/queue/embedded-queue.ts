import { type EntityManager, In, Not } from 'typeorm';
import type { Notifier } from './notifier/notifier';
import { type Clock, newId } from '../../kernel';
import { databaseNow, type Store, type Transaction } from '../database';
import { EmbeddedQueueWorker } from './embedded-queue-worker';
import { finishAll } from './leased-job';
import { ProcessLocks } from './process-locks';
import { JobEntity } from './job.entity';
import {
  type AddOptions,
  type JobContext,
  type JobHandler,
  type QueueName,
  type QueueWorker,
  Queue,
  type QueueLog,
  type WorkOptions,
} from './queue';
import { insert, renew } from './statements';

export interface EmbeddedQueueOptions {
  store: Store;
  /** Wakes other processes; without one they see new jobs with their next sweep. */
  bell?: Notifier;
  log?: QueueLog;
  /** The database's when absent: processes whose own clocks differ take nothing from each other. */
  clock?: Clock;
  /** How long a claim holds without a sign of life. */
  leaseMs?: number;
  renewMs?: number;
  /** Longest time until a job of another process, or one whose time has come, is seen. */
  sweepMs?: number;
  /** See `WorkOptions.crashLimit`. */
  crashLimit?: number;
  /** Wait after the first crash; four times as long after each further one. */
  crashDelayMs?: number;
}

/** ms since the epoch. */
export type QueueTime = (manager: EntityManager) => Promise<number>;

/** The options with their defaults. */
export type QueueSettings = Required<Omit<EmbeddedQueueOptions, 'bell' | 'clock'>> & { bell?: Notifier; now: QueueTime };

const DEFAULTS = {
  log: { warn: () => undefined, error: () => undefined },
  leaseMs: 60_000,
  renewMs: 10_000,
  sweepMs: 1_000,
  crashLimit: 3,
  crashDelayMs: 1_000,
};

/** Jobs are rows beside what they are about. Any number of processes may work on them; a bell, where there is one, wakes them. */
export class EmbeddedQueue extends Queue {
  private readonly options: QueueSettings;
  private readonly holders: ProcessLocks;
  private readonly lanes = new Set<EmbeddedQueueWorker>();
  private renewal: NodeJS.Timeout | undefined;

  constructor(options: EmbeddedQueueOptions) {
    super();
    const { clock } = options;
    this.options = { ...DEFAULTS, now: clock ? async () => clock.now() : databaseNow, ...options };
    this.holders = new ProcessLocks(options.store, this.options.sweepMs);
  }

  async add(tx: Transaction, lane: QueueName, ref: string, options: AddOptions = {}): Promise<void> {
    const { runAt, owner, group, groupLimit, key, keyLimit, priority } = options;
    const now = await this.options.now(tx.manager);
    const id = newId('job');
    await insert(tx.manager, {
      id,
      lane,
      ref,
      owner: owner ?? null,
      group_key: group ?? '',
      group_limit: groupLimit ?? null,
      key_name: key ?? '',
      key_limit: keyLimit ?? null,
      rank: -(priority ?? 0),
      run_at: runAt ?? now,
      scheduled_at: now,
    });
    tx.afterCommit(() => this.ring(lane, id));
  }

  work<Prepared>(options: WorkOptions<Prepared>, handler: JobHandler<Prepared>): QueueWorker {
    const lane = new EmbeddedQueueWorker(this.options, this.holders, options, handler as JobHandler);
    this.lanes.add(lane);
    this.renewal ??= setInterval(() => void this.renew(), this.options.renewMs);
    const listener = this.options.bell?.listen(options.lane, () => lane.offered());
    lane.wake();
    const close = async (): Promise<void> => {
      listener?.close();
      await lane.close();
      this.lanes.delete(lane);
    };
    return { close };
  }

  finishAll(tx: Transaction, contexts: readonly JobContext[]): Promise<Set<JobContext>> {
    return finishAll(tx, contexts);
  }

  async cancel(tx: Transaction, lane: QueueName, refs: string[]): Promise<void> {
    for (let from = 0; from < refs.length; from += 500) {
      await tx.manager.delete(JobEntity, { lane, ref: In(refs.slice(from, from + 500)), state: Not('leased') });
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.lanes].map((lane) => lane.close()));
    this.lanes.clear();
    clearInterval(this.renewal);
    this.renewal = undefined;
    await this.options.bell?.close();
    await this.holders.disappear();
  }

  private ring(lane: QueueName, id: string): void {
    if (this.options.bell?.ring(lane, id)) return;
    for (const worker of this.lanes) if (worker.options.lane === lane) worker.wake();
  }

  /** One statement for all leases. A job that it does not find has been taken away from us. */
  private async renew(): Promise<void> {
    const held = this.holders.jobs();
    if (held.length === 0) return;
    const { store, now, leaseMs } = this.options;
    try {
      const kept = await store.transaction(async ({ manager }) => {
        const until = (await now(manager)) + leaseMs;
        return renew(manager, { holder: this.holders.own, ids: this.holders.ids(), until });
      });
      const keys = new Set(kept.map(({ id, token }) => `${id} ${token}`));
      for (const job of held) if (!keys.has(job.key)) job.lose();
    } catch (error) {
      this.options.log.warn({ err: error }, 'Renewing the leases failed; it is tried again.');
    }
  }
}
