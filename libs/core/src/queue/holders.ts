import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Presence, Store } from '../store';
import type { HeldJob } from './held-job';
import type { HeldJobs } from './held-jobs';
import type { Lane } from './queue';
import { foreignHolders } from './statements';

/** How many sweeps another process must be missing before its jobs are taken, where a connection may just have broken. */
const GRACE_SWEEPS = 5;

/** Who holds leases: this queue, and those of other processes. */
export class Holders {
  readonly own = randomUUID();
  /** The jobs that handlers of this queue work on, by lane. */
  readonly lanes = new Set<HeldJobs>();
  private readonly reader: EntityManager;
  private readonly presence: Presence;
  private appearing: Promise<void> | undefined;

  constructor(store: Store, sweepMs: number) {
    this.reader = store.reader;
    this.presence = store.presence(this.own, GRACE_SWEEPS * sweepMs);
  }

  jobs(): HeldJob[] {
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
  async gone(lane: Lane): Promise<string[]> {
    return this.presence.gone(await foreignHolders(this.reader, lane, this.own));
  }
}
