import type { LeasedJob } from './leased-job';

/**
 * The jobs in the hands of a handler, in no order. No Set: one that is added to and taken from for long outgrows its table again
 * and again, V8 links each table to the next, and as soon as one of them is old all that ever was in a later one stays in memory
 * until the next full collection.
 */
export class LeasedJobs implements Iterable<LeasedJob> {
  private readonly jobs: LeasedJob[] = [];

  get size(): number {
    return this.jobs.length;
  }

  add(job: LeasedJob): void {
    job.place = this.jobs.push(job) - 1;
  }

  remove(job: LeasedJob): void {
    const last = this.jobs.pop();
    if (!last || last === job) return;
    this.jobs[job.place] = last;
    last.place = job.place;
  }

  /** Each is settled when its handler has ended. */
  ends(): Promise<void>[] {
    return this.jobs.map(({ end }) => end);
  }

  [Symbol.iterator](): Iterator<LeasedJob> {
    return this.jobs.values();
  }
}
