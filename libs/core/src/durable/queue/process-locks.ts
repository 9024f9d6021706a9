import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { ProcessLiveness, Store } from '../database';
import type { LeasedJob } from './leased-job';
import type { LeasedJobs } from './leased-jobs';
import type { QueueName } from './queue';
import { foreignHolders } from './statements';

/** How many sweeps another process must be missing before its jobs are taken, where a connection may just have broken. */
const GRACE_SWEEPS = 5;

/** Who holds leases: this queue, and those of other processes. */
export class ProcessLocks {
  readonly own = randomUUID();
  /** The jobs that handlers of this queue work on, by lane. */
  readonly lanes = new Set<LeasedJobs>();
  private readonly reader: EntityManager;
  private readonly presence: ProcessLiveness;
  private appearing: Promise<void> | undefined;

  constructor(store: Store, sweepMs: number) {
    this.reader = store.reader;
    this.presence = store.presence(this.own, GRACE_SWEEPS * sweepMs);
  }

  jobs(): LeasedJob[] {
    return [...this.lanes].flatMap((held) => [...held]);
  }

  /** Ids of jobs that are being worked on here: however late the renewal of their lease is, they are not lost. */
  ids(): string[] {
    return this.jobs().map(({ job }) => job.id);
  }

  /** To be called before every claim; lanes that call it together make one presence. */
  appear(): Promise<void> {
    this.appearing ??= this.presence.appear().finally(() => (this.appearing = undefined));
    return this.appearing;
  }

  async disappear(): Promise<void> {
    await this.appearing?.catch(() => undefined);
    await this.presence.disappear();
  }

  /** Those of the lane's holders whose process was killed. */
  async gone(lane: QueueName): Promise<string[]> {
    return this.presence.gone(await foreignHolders(this.reader, lane, this.own));
  }
}
