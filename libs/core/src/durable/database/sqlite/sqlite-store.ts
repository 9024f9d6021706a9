import { join } from 'node:path';
import type { DataSource, EntityManager } from 'typeorm';
import type { Share } from '../../../kernel';
import type { Checkpoints } from './checkpoints';
import type { GroupCommit } from './group-commit';
import { LockFile } from './lock-files';
import type { ProcessLiveness } from '../process-liveness';
import { Store, type Transaction } from '../store';

/** One connection writes, one transaction after the other. A second connection only reads committed data. */
export class SqliteStore extends Store {
  readonly reader: EntityManager;
  override readonly sharedFolder: string;
  private closing = false;

  constructor(
    private readonly file: string,
    private readonly sources: { writer: DataSource; readSource: DataSource },
    private readonly committer: GroupCommit,
    private readonly checkpoints: Checkpoints,
  ) {
    super();
    this.reader = sources.readSource.manager;
    this.sharedFolder = `${file}-wake`;
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>, share?: Share): Promise<T> {
    if (this.closing) throw new Error('The database is closed.');
    const callbacks: (() => void)[] = [];
    const manager = this.sources.writer.createEntityManager(this.committer.runner);
    // Transactions run in sequence.
    const lock = (): Promise<void> => Promise.resolve();
    const tx: Transaction = { manager, lock, afterCommit: (callback) => void callbacks.push(callback) };
    const result = await this.committer.run(() => work(tx), share);
    for (const callback of callbacks) callback();
    return result;
  }

  liveness(id: string): ProcessLiveness {
    return new LockFile(join(`${this.file}-holders`, id));
  }

  scrub(): Promise<void> {
    return this.checkpoints.empty();
  }

  async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    await this.committer.idle();
    await this.checkpoints.close();
    await this.sources.readSource.destroy();
    await this.sources.writer.destroy();
  }
}
