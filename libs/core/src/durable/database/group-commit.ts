import type { ImmediateQueryRunner } from './sqlite/immediate-runner';

/** Longest time that a transaction waits for others to share its commit with. */
const GROUP_MS = 5;

interface Waiting {
  work: () => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs pieces of work one after the other, in the order of asking. Those that wait together share a commit, each but the first
 * in a savepoint of its own, so that one that throws takes nobody with it. A savepoint keeps a copy of every page that is
 * changed in it; what comes first, most often alone, has nothing before it to lose.
 */
export class GroupCommit {
  private readonly waiting: Waiting[] = [];
  private running: Promise<void> | undefined;

  /** @param patienceMs how long others wait for one that does not end. */
  constructor(
    readonly runner: ImmediateQueryRunner,
    private readonly patienceMs: number,
  ) {}

  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
      this.begin();
    });
  }

  /** Resolves when everything that was asked for until now has ended. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private begin(): void {
    if (this.running || this.waiting.length === 0) return;
    this.running = this.group().finally(() => {
      this.running = undefined;
      this.begin();
    });
  }

  private async group(): Promise<void> {
    const done: (() => void)[] = [];
    const taken: Waiting[] = [];
    try {
      await this.runner.startTransaction();
      const until = performance.now() + GROUP_MS;
      do {
        const each = this.waiting.shift()!;
        taken.push(each);
        const end = taken.length === 1 ? await this.perform(each) : await this.inSavepoint(each);
        if (end) done.push(end);
      } while (this.waiting.length > 0 && performance.now() < until);
      await this.runner.commitTransaction();
    } catch (error) {
      await this.runner.rollbackTransaction().catch(() => undefined);
      // Nothing of the group is in the database: all of them are told. Where nothing was taken the lock did not come.
      for (const { reject } of taken.length > 0 ? taken : this.waiting.splice(0, 1)) reject(error);
      return;
    }
    for (const end of done) end();
  }

  /** @returns what to do after the commit; nothing where it was rolled back alone. @throws where the whole group is lost. */
  private async inSavepoint(each: Waiting): Promise<(() => void) | undefined> {
    await this.runner.startTransaction();
    let end: () => void;
    try {
      end = await this.perform(each);
    } catch (error) {
      // On a full disk SQLite has rolled everything back by itself.
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

  /** Work that asks for a transaction inside its own would otherwise wait for ever, and everybody else with it. */
  private refuseWaiting(): void {
    const reason = `A transaction waited ${this.patienceMs} ms for one that does not end. Asked for inside of that one? Hand it on.`;
    for (const { reject } of this.waiting.splice(0)) reject(new Error(reason));
  }
}
