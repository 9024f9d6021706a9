import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairLine, NOBODYS_SHARE, type Share } from '../../../kernel';
import type { ImmediateQueryRunner } from './immediate-runner';

/** How long a group collects transactions before it commits. */
const GROUP_MS = 5;

interface Waiting {
  share: Share;
  work: () => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs transactions in fair shares of this thread's time, and in order of arrival within a share. Waiting transactions share a
 * commit, and the event loop turns between two commits. Each one has its own savepoint, so that one that throws is rolled back
 * alone. The first needs none, because nothing comes before it: a savepoint copies every page that changes in it, and most
 * transactions are alone.
 */
export class GroupCommit {
  private readonly waiting = new FairLine<Waiting>();
  private running: Promise<void> | undefined;

  /** @param patienceMs how long the others wait for a transaction that does not end. */
  constructor(
    readonly runner: ImmediateQueryRunner,
    private readonly patienceMs: number,
    /** Called after a commit with the milliseconds that its transactions took on this thread. */
    private readonly onCommit: (ms: number) => void = () => undefined,
  ) {}

  run<T>(work: () => Promise<T>, share = NOBODYS_SHARE): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.add({ share, work, resolve: resolve as (result: unknown) => void, reject });
      this.begin();
    });
  }

  /** Resolves when all transactions have ended. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private begin(): void {
    if (this.running || this.waiting.size === 0) return;
    this.running = this.groups().finally(() => {
      this.running = undefined;
      this.begin();
    });
  }

  /** A group runs entirely in this thread. Without a turn of the event loop between groups, requests would wait for all of them. */
  private async groups(): Promise<void> {
    await this.group();
    while (this.waiting.size > 0) {
      await nextTurn();
      await this.group();
    }
  }

  private async group(): Promise<void> {
    const done: (() => void)[] = [];
    const taken: Waiting[] = [];
    try {
      await this.runner.startTransaction();
      const begun = performance.now();
      const until = begun + GROUP_MS;
      do {
        const each = this.waiting.take(undefined, () => 0);
        if (!each) break;
        taken.push(each);
        const began = performance.now();
        const end = taken.length === 1 ? await this.perform(each) : await this.inSavepoint(each);
        if (end) done.push(end);
        this.waiting.correct(each.share, performance.now() - began);
      } while (this.waiting.size > 0 && performance.now() < until);
      await this.runner.commitTransaction();
      this.onCommit(performance.now() - begun);
    } catch (error) {
      await this.runner.rollbackTransaction().catch(() => undefined);
      // The whole group is rolled back: reject all of it. If none had started, the lock was not acquired.
      for (const { reject } of taken.length > 0 ? taken : this.takeAll(1)) reject(error);
      return;
    }
    for (const end of done) end();
  }

  /** @returns what to do after the commit; undefined if it was rolled back alone. @throws if the whole group is lost. */
  private async inSavepoint(each: Waiting): Promise<(() => void) | undefined> {
    await this.runner.startTransaction();
    let end: () => void;
    try {
      end = await this.perform(each);
    } catch (error) {
      // On a full disk SQLite rolls the whole transaction back.
      if (!(await this.runner.isOpen())) throw error;
      await this.runner.rollbackTransaction();
      each.reject(error);
      return undefined;
    }
    await this.runner.commitTransaction();
    return end;
  }

  /** @returns what to do after the commit. */
  private async perform({ work, resolve }: Waiting): Promise<() => void> {
    const waitedLong = setTimeout(() => this.refuseWaiting(), this.patienceMs);
    try {
      const result = await work();
      return () => resolve(result);
    } finally {
      clearTimeout(waitedLong);
    }
  }

  /** Rejects a transaction that is requested inside another one: it would wait forever, and block all others. */
  private refuseWaiting(): void {
    const reason = `A transaction waited ${this.patienceMs} ms for one that does not end. If it was requested inside that one, pass the open transaction on instead.`;
    for (const { reject } of this.takeAll()) reject(new Error(reason));
  }

  private takeAll(most = Infinity): Waiting[] {
    const taken: Waiting[] = [];
    while (this.waiting.size > 0 && taken.length < most) taken.push(this.waiting.take()!);
    return taken;
  }
}
