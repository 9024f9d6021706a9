import { collectGarbage, BufferLease } from '@percept/core';

/** After this long without a body, the memory goes back to the system. */
const IDLE_MS = 60_000;

/**
 * Memory that large bodies reuse. Separate memory for each body would be mapped, cleared and discarded every time, and V8 would
 * collect garbage after every 32 megabytes. V8 does not count shared memory.
 */
export class UploadArena {
  private memory?: SharedArrayBuffer;
  /** Sorted by their start. */
  private leases: BufferLease[] = [];
  private idle?: NodeJS.Timeout;

  /** @param size bytes for all bodies together; memory that no body has used yet costs nothing. */
  constructor(
    private size: number,
    private readonly idleMs = IDLE_MS,
  ) {}

  /** Undefined if there is no room. */
  lease(bytes: number): BufferLease | undefined {
    this.leases = this.leases.filter((lease) => !lease.isOver);
    const [at, index] = this.room(BufferLease.sizeOf(bytes));
    if (at === undefined) return undefined;
    this.memory ??= this.allocated();
    if (!this.memory) return undefined;
    const lease = new BufferLease(this.memory, at, bytes);
    this.leases.splice(index, 0, lease);
    this.clearLater();
    return lease;
  }

  /**
   * The start of the first gap of this size, and the number of leases before it. Low memory comes first, so that little is touched.
   */
  private room(size: number): [at: number | undefined, index: number] {
    let at = 0;
    for (const [index, lease] of this.leases.entries()) {
      if (lease.at - at >= size) return [at, index];
      at = lease.end;
    }
    return [this.size - at >= size ? at : undefined, this.leases.length];
  }

  private clearLater(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.clear(), this.idleMs).unref();
  }

  private clear(): void {
    if (!this.leases.every(({ isReleased }) => isReleased)) return this.clearLater();
    this.memory = undefined;
    this.leases = [];
    collectGarbage();
  }

  private allocated(): SharedArrayBuffer | undefined {
    try {
      return new SharedArrayBuffer(this.size);
    } catch {
      // The system grants no more memory. V8 collects garbage each time before it reports that: once is enough.
      this.size = 0;
      return undefined;
    }
  }
}
