import { PerceptError } from '../kernel';

const MINUTE_MS = 60_000;

/** Limits the calls per minute of each address of a webhook trigger. Counts in this process only. */
export class HookLimit {
  private counts = new Map<string, number>();
  private minute = 0;

  constructor(private readonly most: number) {}

  /**
   * Call it only for schedules that exist: their number bounds the memory.
   * @param now ms since the epoch.
   * @throws PerceptError RATE_LIMITED.
   */
  take(scheduleId: string, now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.minute) this.counts = new Map();
    this.minute = minute;
    const count = (this.counts.get(scheduleId) ?? 0) + 1;
    this.counts.set(scheduleId, count);
    if (count <= this.most) return;
    const retryAfterS = Math.ceil((MINUTE_MS - (now % MINUTE_MS)) / 1_000);
    const message = `This address was called ${this.most} times in this minute: wait ${retryAfterS} s. PERCEPT_RATE_PER_MINUTE sets the limit.`;
    throw new PerceptError('RATE_LIMITED', message, { retryAfterS });
  }
}
