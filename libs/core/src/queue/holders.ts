import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { EntityManager } from 'typeorm';
import type { Store } from '../store';
import type { HeldJob } from './held-job';
import type { Lane } from './queue';
import { isGone, Presence, sweepPresences } from './presence';
import { databaseFile, foreignHolders } from './statements';

/** Who holds leases: this queue, and those of other processes. */
export class Holders {
  readonly own = randomUUID();
  /** The jobs that handlers of this queue work on. */
  readonly jobs = new Set<HeldJob>();
  private readonly reader: EntityManager;
  private folder: Promise<string> | undefined;
  private presence: Presence | undefined;

  constructor(store: Store) {
    this.reader = store.reader;
  }

  /** Ids of jobs that are being worked on here: however late the renewal of their lease is, they are not lost. */
  ids(): string[] {
    return [...this.jobs].map(({ job }) => job.id);
  }

  /** To be called before the first claim. */
  async appear(): Promise<void> {
    const file = await this.fileOf(this.own);
    if (this.presence) return;
    sweepPresences(dirname(file));
    this.presence = new Presence(file);
  }

  disappear(): void {
    this.presence?.end();
    this.presence = undefined;
  }

  /** Those of the lane's holders whose process was killed. */
  async gone(lane: Lane): Promise<string[]> {
    const gone: string[] = [];
    for (const holder of await foreignHolders(this.reader, lane, this.own)) {
      if (isGone(await this.fileOf(holder))) gone.push(holder);
    }
    return gone;
  }

  private async fileOf(holder: string): Promise<string> {
    this.folder ??= databaseFile(this.reader).then((file) => `${file}-holders`);
    return join(await this.folder, holder);
  }
}
