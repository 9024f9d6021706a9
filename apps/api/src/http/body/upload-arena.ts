import { collectGarbage, BufferLease } from '@percept/core';

/** Without a body for so long, the memory goes back to the system. */
const IDLE_MS = 60_000;

/**
 * Memory that large bodies reuse. Memory of its own for each of them would be mapped, cleared and thrown
 * away for each, and makes V8 collect garbage after every 32 megabytes. Shared memory it does not count.
 */
export class UploadArena {
  private memory?: SharedArrayBuffer;
  /** Sorted by where they begin. */
  private loans: BufferLease[] = [];
  private idle?: NodeJS.Timeout;

  /** @param size bytes for all bodies together; memory that no body has used yet costs nothing. */
  constructor(
    private size: number,
    private readonly idleMs = IDLE_MS,
  ) {}

  /** Undefined where there is no room. */
  lease(bytes: number): BufferLease | undefined {
    this.loans = this.loans.filter((loan) => !loan.isOver);
    const [at, index] = this.room(BufferLease.sizeOf(bytes));
    if (at === undefined) return undefined;
    this.memory ??= this.allocated();
    if (!this.memory) return undefined;
    const loan = new BufferLease(this.memory, at, bytes);
    this.loans.splice(index, 0, loan);
    this.clearLater();
    return loan;
  }

  /** Where the first gap of this size begins, and how many loans lie before it: low memory first, so that little is touched. */
  private room(size: number): [at: number | undefined, index: number] {
    let at = 0;
    for (const [index, loan] of this.loans.entries()) {
      if (loan.at - at >= size) return [at, index];
      at = loan.end;
    }
    return [this.size - at >= size ? at : undefined, this.loans.length];
  }

  private clearLater(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.clear(), this.idleMs).unref();
  }

  private clear(): void {
    if (!this.loans.every(({ isReturned }) => isReturned)) return this.clearLater();
    this.memory = undefined;
    this.loans = [];
    collectGarbage();
  }

  private allocated(): SharedArrayBuffer | undefined {
    try {
      return new SharedArrayBuffer(this.size);
    } catch {
      // A system that grants no memory beyond what it has. V8 collects garbage each time before it says so: once is enough.
      this.size = 0;
      return undefined;
    }
  }
}
