import { Worker } from 'node:worker_threads';
import { SQLITE_PACKAGE } from './sqlite';

/**
 * After this much transaction time, or this many commits, the log is copied into the database. By then transactions have written a
 * few megabytes at most.
 */
const EVERY_MS = 200;
const EVERY_COMMITS = 500;
/** From this log size in pages, a commit copies the log itself, because the thread is far behind or has ended. */
export const COMMIT_COPIES_PAGES = 10_000;

/** The thread has its own connection, and copies committed data on request. */
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
 * Copies SQLite's log into the database, in its own thread. A commit would otherwise copy it every thousand pages and wait for the
 * disk twice: on our machine one commit in a hundred took 210 ms, in the thread that serves requests.
 */
export class Checkpoints {
  private thread: Worker | undefined;
  private ended: Promise<unknown> | undefined;
  private isCopying = false;
  private commits = 0;
  private workMs = 0;
  /** The thread has ended: waiting for it would never end. */
  private isOver = false;
  /** Callers that wait for an empty log. */
  private readonly emptying: (() => void)[] = [];

  constructor(private readonly file: string) {}

  /** Reports committed transactions that took this thread that many milliseconds. */
  committed(ms: number): void {
    this.commits++;
    this.workMs += ms;
    if (this.isCopying || (this.commits < EVERY_COMMITS && this.workMs < EVERY_MS)) return;
    this.commits = this.workMs = 0;
    this.isCopying = true;
    this.post('copy');
  }

  /** Copies the whole log and empties its file, unless another process holds it for some seconds. */
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
    // From now on commits copy the log themselves.
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
