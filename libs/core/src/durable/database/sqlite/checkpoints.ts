import { Worker } from 'node:worker_threads';
import { moved, type Transitions } from '../../../kernel';
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
 * What the thread does. It begins with its first task, and a commit copies nothing while it copies.
 *
 *             a commit or `empty`          enough was committed
 *     none ──────────────────────▶ idle ─────────────────────▶ copying
 *       │                          │ ▲ ──── it was copied ────── │
 *       │ close                    ▼                             ▼
 *       │                       closing ◀─────── close ──────────┘
 *       └──────────▶ over ◀────────┘
 *
 * A thread that fails leads from idle and copying to over, too: from then on commits copy the log themselves.
 */
type CopierState = { is: 'none' } | { is: 'idle' | 'copying' | 'closing'; thread: Worker } | { is: 'over' };

export const COPIER_TRANSITIONS: Transitions<CopierState> = {
  none: ['idle', 'over'],
  idle: ['copying', 'closing', 'over'],
  copying: ['idle', 'closing', 'over'],
  closing: ['over'],
  over: [],
};

/**
 * Copies SQLite's log into the database, in its own thread. A commit would otherwise copy it every thousand pages and wait for the
 * disk twice: on our machine one commit in a hundred took 210 ms, in the thread that serves requests.
 */
export class Checkpoints {
  private state: CopierState = { is: 'none' };
  private commits = 0;
  private workMs = 0;
  /** Callers that wait for an empty log; at the thread's end, all of them have waited enough. */
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly file: string) {}

  /** Reports committed transactions that took this thread that many milliseconds. */
  committed(ms: number): void {
    this.commits++;
    this.workMs += ms;
    const isReady = this.state.is === 'none' || this.state.is === 'idle';
    if (!isReady || (this.commits < EVERY_COMMITS && this.workMs < EVERY_MS)) return;
    this.commits = this.workMs = 0;
    const thread = this.running();
    this.enter({ is: 'copying', thread });
    thread.postMessage('copy');
  }

  /** Copies the whole log and empties its file, unless another process holds it for some seconds. */
  async empty(): Promise<void> {
    if (this.state.is === 'over') return;
    const thread = this.running();
    await this.answered(thread, 'empty');
    thread.unref();
  }

  async close(): Promise<void> {
    const { state } = this;
    if (state.is === 'none') this.enter({ is: 'over' });
    if (!('thread' in state)) return;
    const { thread } = state;
    if (state.is !== 'closing') this.enter({ is: 'closing', thread });
    await this.answered(thread, 'end');
  }

  /** Resolves when the thread has emptied the log, or has ended. */
  private answered(thread: Worker, task: 'empty' | 'end'): Promise<void> {
    thread.ref();
    thread.postMessage(task);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private running(): Worker {
    if ('thread' in this.state) return this.state.thread;
    const workerData = { file: this.file, driver: require.resolve(SQLITE_PACKAGE) };
    const thread = new Worker(THREAD, { eval: true, workerData, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 32 } });
    thread.on('message', (task: 'copy' | 'empty') => {
      if (task === 'empty') this.waiting.shift()?.();
      else if (this.state.is === 'copying') this.enter({ is: 'idle', thread });
    });
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      this.enter({ is: 'over' });
      for (const resolve of this.waiting.splice(0)) resolve();
    });
    thread.unref();
    this.enter({ is: 'idle', thread });
    return thread;
  }

  private enter(next: CopierState): void {
    this.state = moved(this.state, next, COPIER_TRANSITIONS);
  }
}
