import { FairBudget, type BufferLease, type Config, type Share } from '@percept/core';
import { UploadArena } from './upload-arena';

/** A body up to this size is not counted. */
export const SMALL_BODY = 1024 * 1024;

/** The memory for bodies with media and fetched media together. */
export function createMediaMemory({ queue, callTimeoutMs }: Config): FairBudget {
  return new FairBudget({
    total: queue.bytes,
    waitMs: callTimeoutMs,
    scarcity: 'The media of other requests take all the memory that they may. Try again later.',
  });
}

/**
 * The memory that bodies with media may take at once, in fair shares of projects. A body that must wait is not read from its
 * connection: the caller's own system slows it down.
 */
export class UploadMemory {
  private readonly arena: UploadArena;

  /** @param budget bytes, shared with media fetched from URLs. */
  constructor(private readonly budget: FairBudget) {
    this.arena = new UploadArena(budget.options.total);
  }

  /** Starts one body without memory. */
  open(share?: Share): BodyMemory {
    return new BodyMemory(this.budget, this.arena, share);
  }
}

/** One body's part of the upload memory. */
export class BodyMemory {
  /** Reused memory, if the body's length was known. */
  lease?: BufferLease;
  /** Rejected with OVERLOADED when the body must make room for those of others. */
  readonly ended: Promise<never>;
  private readonly claim: ReturnType<FairBudget['open']>;
  private counted = 0;
  private isOver = false;

  constructor(
    budget: FairBudget,
    private readonly arena: UploadArena,
    share?: Share,
  ) {
    let end!: (reason: Error) => void;
    this.ended = new Promise((_resolve, reject) => (end = reject));
    this.ended.catch(() => undefined);
    this.claim = budget.open({ share, onEnd: end });
  }

  /** Whether the body is not read because there is no memory for it. */
  get isWaiting(): boolean {
    return this.claim.isWaiting;
  }

  /**
   * Resolves when the body may take that many bytes in total.
   * @throws PerceptError OVERLOADED.
   */
  async reserve(bytes: number): Promise<void> {
    if (bytes <= SMALL_BODY || bytes <= this.counted) return;
    await this.claim.grow(bytes - this.counted);
    this.counted = bytes;
  }

  /** Takes reused memory if available, unless the request has ended. */
  takeLease(bytes: number): void {
    if (!this.isOver) this.lease = this.arena.lease(bytes);
  }

  /** Call it when the body is complete: it no longer makes room for others. */
  keep(): void {
    this.claim.keep();
  }

  release(): void {
    this.isOver = true;
    this.lease?.release();
    this.claim.release();
  }
}
