import { LeasedJob } from './leased-job';
import { LeasedJobs } from './leased-jobs';

const worker = { now: () => Promise.resolve(0), onFree: () => undefined };
const jobOf = (id: string) =>
  new LeasedJob({ id, queue: 'runs', ref: id, token: 't', attempts: 1, crashes: 0, key: '', group: '' }, worker);
const idsOf = (leased: LeasedJobs) => [...leased].map(({ job }) => job.id).sort();

test('what is added is there until it is removed, in any order', () => {
  const leased = new LeasedJobs();
  const there = new Map<string, LeasedJob>();
  // Numbers of a fixed sequence, so that a failure comes again.
  let seed = 7;
  const next = (below: number) => (seed = (seed * 16807) % 2147483647) % below;
  for (let n = 0; n < 2_000; n++) {
    if (there.size === 0 || next(2) === 0) {
      const job = jobOf(`job_${n}`);
      leased.add(job);
      there.set(job.job.id, job);
    } else {
      const job = [...there.values()][next(there.size)]!;
      leased.remove(job);
      there.delete(job.job.id);
    }
    expect(leased.size).toBe(there.size);
    expect(idsOf(leased)).toEqual([...there.keys()].sort());
  }
});
