import type { LeasedJob } from './leased-job';

/**
 * The jobs whose handlers are running, in no order. An array, because of how V8 handles a Set with many additions and deletions: it
 * keeps replacing the Set's table and links each table to the next. Once one table is in the old generation, everything in later
 * ones stays in memory until the next full garbage collection.
 */
export class LeasedJobs implements Iterable<LeasedJob> {
  private readonly jobs: LeasedJob[] = [];

  get size(): number {
    return this.jobs.length;
  }

  /** How many jobs occupy a slot. */
  get busy(): number {
    return this.jobs.reduce((sum, { resting }) => (resting ? sum : sum + 1), 0);
  }

  /** How many jobs of the group or key occupy a slot. */
  busyOf(of: { group: string } | { key: string }): number {
    const isOne = ({ job }: LeasedJob): boolean => ('group' in of ? job.group === of.group : job.key === of.key);
    return this.jobs.filter((each) => !each.resting && isOne(each)).length;
  }

  add(job: LeasedJob): void {
    this.jobs.push(job);
  }

  remove(job: LeasedJob): void {
    const index = this.jobs.indexOf(job);
    const last = this.jobs.pop()!;
    if (last !== job) this.jobs[index] = last;
  }

  [Symbol.iterator](): Iterator<LeasedJob> {
    return this.jobs.values();
  }
}
