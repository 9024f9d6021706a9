/** Lets one piece of work through at a time, in the order of asking. */
export class Gate {
  private tail: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.tail.then(work);
    this.tail = result.catch(() => undefined);
    return result;
  }

  /** Resolves when everything that was asked for until now has ended. */
  async idle(): Promise<void> {
    await this.tail;
  }
}
