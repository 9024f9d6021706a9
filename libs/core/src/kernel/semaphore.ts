/** Limits concurrency; waiters are served in FIFO order. */
export class Semaphore {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(readonly size: number) {}

  /** How many are inside. */
  get inside(): number {
    return this.taken;
  }

  async acquire(): Promise<void> {
    if (this.taken < this.size) {
      this.taken++;
      return;
    }
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.taken--;
  }
}
