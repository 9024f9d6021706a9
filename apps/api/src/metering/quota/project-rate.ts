import { MINUTE_MS, toMinute } from './calendar';

/** Counts the requests of each project in the current minute, over all its keys. Kept in this process only. */
export class ProjectRate {
  private counts = new Map<string, number>();
  private minute = 0;

  constructor(private readonly most: number) {}

  /** Counts one request. @returns the seconds to wait if the project has used up its minute. */
  take(projectId: string, now: number): number | undefined {
    if (toMinute(now) !== this.minute) this.counts = new Map();
    this.minute = toMinute(now);
    const count = (this.counts.get(projectId) ?? 0) + 1;
    if (count > this.most) return ((this.minute + 1) * MINUTE_MS - now) / 1_000;
    this.counts.set(projectId, count);
    return undefined;
  }
}
