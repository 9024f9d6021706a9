import { Worker } from 'node:worker_threads';
import { SQLITE_PACKAGE } from './sqlite';

/** Work of transactions after which the log is copied into the database: they have written a few megabytes at most. */
const EVERY_MS = 200;
const EVERY_COMMITS = 500;
/** Pages of the log after which a commit copies them itself: the thread is far behind, or has ended. */
export const COMMIT_COPIES_PAGES = 10_000;

/** The thread has a connection of its own, and copies what is committed when it is told to. */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const database = new (require(workerData.driver))(workerData.file, { fileMustExist: true });
  database.pragma('synchronous = NORMAL');
  parentPort.on('message', (task) => {
    try {
      if (task !== 'end') database.pragma(task === 'copy' ? 'wal_checkpoint(PASSIVE)' : 'wal_checkpoint(TRUNCATE)');
    } catch {
      // Another process copies, or the disk is full: the next time, or a commit.
    }
    if (task !== 'end') return parentPort.postMessage(task);
    database.close();
    parentPort.close();
  });
`;

/**
 * Copies SQLite's log into the database, in a thread of its own. A commit would do it after each thousand pages, and wait for the
 * disk twice: on our machine 210 ms for one of a hundred commits, in the thread that serves requests.
 */
export class Checkpoints {
  private thread: Worker | undefined;
  private ended: Promise<unknown> | undefined;
  private isCopying = false;
  private commits = 0;
  private workMs = 0;
  /** The thread has ended: who waited for it would wait for ever. */
  private isOver = false;
  /** Who waits for an empty log. */
  private readonly emptying: (() => void)[] = [];

  constructor(private readonly file: string) {}

  /** Transactions are committed that took this thread that many milliseconds. */
  committed(ms: number): void {
    this.commits++;
    this.workMs += ms;
    if (this.isCopying || (this.commits < EVERY_COMMITS && this.workMs < EVERY_MS)) return;
    this.commits = this.workMs = 0;
    this.isCopying = true;
    this.post('copy');
  }

  /** Copies all of the log, and leaves nothing in its file, unless another process holds it for some seconds. */
  async empty(): Promise<void> {
    if (this.isOver) return;
    const emptied = new Promise<void>((resolve) => this.emptying.push(resolve));
    this.post('empty');
    this.thread!.ref();
    await emptied;
    this.thread?.unref();
  }

  private post(task: 'copy' | 'empty'): void {
    (this.thread ??= this.begin()).postMessage(task);
  }

  async close(): Promise<void> {
    this.isCopying = true;
    this.thread?.ref();
    this.thread?.postMessage('end');
    await this.ended;
  }

  private begin(): Worker {
    const workerData = { file: this.file, driver: require.resolve(SQLITE_PACKAGE) };
    const thread = new Worker(THREAD, { eval: true, workerData, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 32 } });
    thread.on('message', (task: 'copy' | 'empty') => (task === 'copy' ? (this.isCopying = false) : this.emptying.shift()?.()));
    // From then on commits copy the log themselves.
    thread.on('error', () => undefined);
    this.ended = new Promise((resolve) => thread.once('exit', resolve));
    void this.ended.then(() => {
      this.isOver = true;
      for (const resolve of this.emptying.splice(0)) resolve();
    });
    thread.unref();
    return thread;
  }
}
