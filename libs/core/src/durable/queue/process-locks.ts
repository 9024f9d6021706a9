import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { ProcessLiveness, Store } from '../database';
import type { LeasedJob } from './leased-job';
import type { LeasedJobs } from './leased-jobs';
import type { QueueName } from './queue';
import { otherLeaseholders } from './statements';

/**
 * Another process must be missing for this many polls before its jobs are recovered, because its connection may only be
 * interrupted.
 */
const GRACE_POLLS = 5;

/** Which jobs this process has leased, and which other leaseholders are dead. */
export class ProcessLocks {
  readonly id = randomUUID();
  /** The jobs whose handlers run in this process, one list for each worker. */
  readonly leased = new Set<LeasedJobs>();
  private readonly reader: EntityManager;
  private readonly liveness: ProcessLiveness;
  private announcing: Promise<void> | undefined;

  constructor(store: Store, pollIntervalMs: number) {
    this.reader = store.reader;
    this.liveness = store.liveness(this.id, GRACE_POLLS * pollIntervalMs);
  }

  jobs(): LeasedJob[] {
    return [...this.leased].flatMap((jobs) => [...jobs]);
  }

  /** The jobs in progress here, which are not lost even if their leases are renewed late. */
  jobIds(): string[] {
    return this.jobs().map(({ job }) => job.id);
  }

  /** Call it before every claim. Calls at the same time share one announcement. */
  announce(): Promise<void> {
    this.announcing ??= this.liveness.announce().finally(() => (this.announcing = undefined));
    return this.announcing;
  }

  async withdraw(): Promise<void> {
    await this.announcing?.catch(() => undefined);
    await this.liveness.withdraw();
  }

  /** The leaseholders of the queue whose process has died. */
  async findDead(queue: QueueName): Promise<string[]> {
    return this.liveness.findDead(await otherLeaseholders(this.reader, queue, this.id));
  }
}
