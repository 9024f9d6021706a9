import { AsyncLocalStorage } from 'node:async_hooks';

/** Tells a transaction that is asked for inside another, which would wait for its own end. */
export class Nesting {
  private readonly inside = new AsyncLocalStorage<{ open: boolean }>();

  refuse(): void {
    if (!this.inside.getStore()?.open) return;
    throw new Error('A transaction was asked for inside a transaction and would wait for ever: hand the open one on.');
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const mark = { open: true };
    try {
      return await this.inside.run(mark, work);
    } finally {
      mark.open = false;
    }
  }
}
