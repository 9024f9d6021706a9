import type { RunResponse } from '@percept/core';
import { recentPace } from './progress';

const run = (succeeded: number): RunResponse => ({ counts: { total: 100, succeeded, failed: 0 } }) as RunResponse;

test('rate and time to go follow the last ten seconds, not the warm-up', () => {
  let now = 0;
  const paced = recentPace(() => now);
  expect(paced(run(0))).toMatchObject({ rate_per_s: null, eta_s: null });
  now = 30_000;
  expect(paced(run(1))).toMatchObject({ rate_per_s: null, eta_s: null });
  now = 31_000;
  expect(paced(run(11))).toMatchObject({ rate_per_s: 10, eta_s: 8.9 });
  now = 60_000;
  expect(paced(run(21))).toMatchObject({ rate_per_s: null });
  now = 61_000;
  expect(paced(run(41))).toMatchObject({ rate_per_s: 20, eta_s: 2.95 });
});
