import { randomUUID } from 'node:crypto';
import { closeSync, type FSWatcher, mkdirSync, openSync, readdirSync, rmSync, statSync, utimesSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { QueueName } from '../../queue';
import { LocalNotifier } from '../local/local-notifier';
import type { NotifiedWorker, Notifier, Subscription } from '../notifier';

/** Notifications within this time are merged: each wakes every process, and each process looks for all due jobs. */
const GATHER_MS = 2;
/** A file untouched for this long belongs to a killed process or an idle one, which then creates a new file. */
const MAX_AGE_MS = 3_600_000;

/**
 * Wakes the workers of all processes on this machine. Each process touches its own file for each queue, in a folder that all of
 * them watch. If a file cannot be watched or touched, the next poll finds the jobs.
 */
export class FolderNotifier implements Notifier {
  private readonly id = randomUUID();
  private readonly local = new LocalNotifier();
  /** Queues that other processes notified. `said` holds those whose file this process is about to touch. */
  private readonly heard = new Set<QueueName>();
  private readonly said = new Set<QueueName>();
  private readonly touched = new Set<string>();
  private watcher: FSWatcher | undefined;
  private closed = false;

  constructor(private readonly folder: string) {}

  notify(queue: QueueName): void {
    if (this.closed) return;
    this.local.notify(queue);
    gather(this.said, queue, () => this.touch(queue));
  }

  subscribe(queue: QueueName, worker: NotifiedWorker): Subscription {
    this.listen();
    return this.local.subscribe(queue, worker);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.watcher?.close();
    for (const file of this.touched) rmSync(file, { force: true });
    await this.local.close();
  }

  private listen(): void {
    if (this.watcher || this.closed) return;
    try {
      mkdirSync(this.folder, { recursive: true });
      this.sweep();
      this.watcher = watch(this.folder, { persistent: false }, (_event, name) => this.hear(name));
      this.watcher.on('error', () => undefined);
    } catch {
      // The system has no watches left.
    }
  }

  private hear(name: string | null): void {
    const [queue, by] = (name ?? '').split('.') as [QueueName, string?];
    if (by === undefined || by === this.id) return;
    gather(this.heard, queue, () => this.local.notify(queue));
  }

  private touch(queue: QueueName): void {
    if (this.closed) return;
    const file = join(this.folder, `${queue}.${this.id}`);
    const now = new Date();
    try {
      if (this.touched.has(file)) return utimesSync(file, now, now);
    } catch {
      // Another process has removed it as old.
    }
    try {
      mkdirSync(this.folder, { recursive: true });
      closeSync(openSync(file, 'w'));
      this.touched.add(file);
    } catch {
      // The disk is full, or the data folder is gone.
    }
  }

  private sweep(): void {
    for (const name of readdirSync(this.folder)) {
      const file = join(this.folder, name);
      const { mtimeMs = Infinity } = statSync(file, { throwIfNoEntry: false }) ?? {};
      if (Date.now() - mtimeMs > MAX_AGE_MS) rmSync(file, { force: true });
    }
  }
}

/** Runs `work` once for all calls that name the queue within a moment. */
function gather(queues: Set<QueueName>, queue: QueueName, work: () => void): void {
  if (queues.has(queue)) return;
  queues.add(queue);
  setTimeout(() => {
    queues.delete(queue);
    work();
  }, GATHER_MS).unref();
}
