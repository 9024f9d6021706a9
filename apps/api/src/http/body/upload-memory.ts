import { PerceptError } from '@percept/core';

interface Waiting {
  bytes: number;
  begin(): void;
}

/**
 * The memory that bodies with media may take at once, first come first served. A body that must wait is not read from its
 * connection: the caller's own system slows it down.
 */
export class UploadMemory {
  private taken = 0;
  private readonly waiting = new Set<Waiting>();

  /**
   * @param total bytes; one body alone is always let in, however large.
   * @param waitMs after which a body that waits is refused.
   */
  constructor(
    private readonly total: number,
    private readonly waitMs: number,
  ) {}

  /**
   * Settled when there is room; `release` gives it back, or leaves the line.
   * @throws PerceptError OVERLOADED.
   */
  reserve(bytes: number): { room: Promise<void>; release: () => void } {
    if (this.waiting.size === 0 && this.hasRoom(bytes)) {
      this.taken += bytes;
      return { room: Promise.resolve(), release: this.releaseBytes(bytes) };
    }
    let release!: () => void;
    const room = new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(refuse);
        this.waiting.delete(waiting);
      };
      const refuse = setTimeout(() => {
        leave();
        const message = 'The bodies of other requests take all the memory that they may. Try again later.';
        reject(new PerceptError('OVERLOADED', message, { retryAfterS: Math.ceil(this.waitMs / 1000) }));
      }, this.waitMs);
      const begin = (): void => {
        leave();
        this.taken += bytes;
        release = this.releaseBytes(bytes);
        resolve();
      };
      const waiting: Waiting = { bytes, begin };
      this.waiting.add(waiting);
      release = leave;
    });
    return { room, release: () => release() };
  }

  private hasRoom(bytes: number): boolean {
    return this.taken === 0 || this.taken + bytes <= this.total;
  }

  private releaseBytes(bytes: number): () => void {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.taken -= bytes;
      for (const next of this.waiting) {
        if (!this.hasRoom(next.bytes)) return;
        next.begin();
      }
    };
  }
}
