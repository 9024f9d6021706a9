import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../database/store';
import type { Queue } from '../job-queue';
import type { AddJobOptions, JobContext, QueueLog } from '../queue';
import { waitFor } from '../../../../../../test/harness/wait-for';

/** Short times, so that leases run out while a test waits. */
export interface QueueTiming {
  leaseMs: number;
  renewMs: number;
  pollIntervalMs: number;
  crashDelayMs: number;
  crashLimit: number;
  log?: QueueLog;
}

/** What a driver hands to the suite. The store has a table `done (ref, pid)`. */
export interface QueueUnderTest {
  store: Store;
  open(timing: QueueTiming): Queue;
  /** A process that works the queue `runs` on the same queue and prints each ref that it claims. */
  spawnWorker(timing: QueueTiming, behaviour: 'hold' | 'work'): ChildProcess;
  /** Refs that are parked. */
  parked(): Promise<string[]>;
  /** Jobs that are neither finished nor parked. */
  openJobs(): Promise<number>;
  close(): Promise<void>;
}

export const TIMING: QueueTiming = { leaseMs: 60_000, renewMs: 10_000, pollIntervalMs: 20, crashDelayMs: 1, crashLimit: 3 };
export const SHORT_LEASE: QueueTiming = { ...TIMING, leaseMs: 300, renewMs: 100 };

/** Sets a queue up before each test and ends everything after it. */
export class QueueHarness {
  under: QueueUnderTest;
  private readonly queues: Queue[] = [];
  private readonly children: ChildProcess[] = [];

  constructor(setUp: () => Promise<QueueUnderTest>) {
    beforeEach(async () => {
      this.under = await setUp();
    });
    afterEach(async () => {
      for (const child of this.children.splice(0)) if (child.kill('SIGKILL')) await once(child, 'exit');
      for (const queue of this.queues.splice(0)) await queue.close();
      await this.under.close();
    });
  }

  open(timing: QueueTiming = TIMING): Queue {
    const queue = this.under.open(timing);
    this.queues.push(queue);
    return queue;
  }

  spawn(behaviour: 'hold' | 'work', timing: QueueTiming = SHORT_LEASE): ChildProcess {
    const child = this.under.spawnWorker(timing, behaviour);
    this.children.push(child);
    return child;
  }

  /** Stops a process while it holds no lock of the database: until it went on, nobody else could write to SQLite. */
  async hang(child: ChildProcess): Promise<void> {
    for (;;) {
      child.kill('SIGSTOP');
      const written = this.under.store.transaction(async () => true);
      if (await Promise.race([written, sleep(1000)])) return;
      child.kill('SIGCONT');
      await written;
    }
  }

  add(queue: Queue, refs: string[], options?: AddJobOptions): Promise<void> {
    return this.under.store.transaction(async (tx) => {
      for (const ref of refs) await queue.add(tx, 'runs', ref, options);
    });
  }

  finish(context: JobContext): Promise<boolean> {
    return this.under.store.transaction((tx) => context.finish(tx));
  }

  async allDone(): Promise<void> {
    await waitFor(async () => (await this.under.openJobs()) === 0);
  }
}

export const refs = (count: number, prefix = 'item'): string[] => Array.from({ length: count }, (_, n) => `${prefix}-${n}`);
