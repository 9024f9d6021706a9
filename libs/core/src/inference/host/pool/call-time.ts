/**
 * The two limits of a call. A live caller waits at most `limitMs`, a patient one without limit. The work may take `limitMs` from
 * its start: waiting for a worker does not count.
 */
export class CallTime {
  readonly start = performance.now();
  private notCountedMs = 0;

  constructor(
    private readonly limitMs: number,
    private readonly patient: boolean,
  ) {}

  /** Excuses time that is not the call's own, such as loading models for the first call. */
  excuse(ms: number): void {
    this.notCountedMs += ms;
  }

  /** Milliseconds that work which begins now may take. */
  get workMs(): number {
    return Math.min(this.limitMs, this.leftMs);
  }

  /**
   * Milliseconds that the call may still wait, so that work of this length ends in time. At least half of the limit is for waiting.
   */
  waitMs(expectedMs: number): number {
    return this.leftMs - Math.min(expectedMs, this.limitMs / 2);
  }

  /** Milliseconds until nobody waits for the answer any more. */
  private get leftMs(): number {
    return this.patient ? Infinity : this.start + this.notCountedMs + this.limitMs - performance.now();
  }
}
