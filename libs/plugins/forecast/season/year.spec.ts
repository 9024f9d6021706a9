import { forecast } from '../forecast';
import {
  autoregressive,
  noiseFrom,
  randomWalk,
  trendWithNoise,
  whiteNoise,
} from '../../../../test/harness/fixtures/synthetic-series';
import { findYear } from './year';

const WEEK = [0, 6, 12, 9, 15, -45, -60];
const AHEAD = 60;

/** Days with a strong week and a strong year. */
function days(count: number, seed: number): number[] {
  const noise = noiseFrom(seed);
  return Array.from(
    { length: count },
    (_, t) => 300 + WEEK[t % 7]! + 80 * Math.sin((2 * Math.PI * t) / 365.25 + seed) + 10 * noise(),
  );
}

test.each([730, 1100])('of %i days with a week and a year, both go on: the error is that of the noise', (count) => {
  let [missed, repeated, inside] = [0, 0, 0];
  for (let seed = 1; seed <= 3; seed++) {
    const all = days(count + AHEAD, seed);
    const values = Float64Array.from(all.slice(0, count));
    const { predicted, lower, upper, period, algorithm } = forecast({ values, periods: [7], horizon: AHEAD, level: 0.95 });
    expect(period).toBe(7);
    expect(algorithm).toContain('+ year');
    all.slice(count).forEach((value, k) => {
      missed += Math.abs(value - predicted[k]!);
      repeated += Math.abs(value - all[count - 364 + k]!);
      inside += Number(value >= lower[k]! && value <= upper[k]!);
    });
  }
  expect(missed).toBeLessThan(1.1 * repeated);
  expect(missed / (3 * AHEAD)).toBeLessThan(14);
  expect(inside / (3 * AHEAD)).toBeGreaterThanOrEqual(0.88);
});

test('amounts stay at 0 or above, and every quantile is in order', () => {
  const values = Float64Array.from(days(1100, 2), (value) => Math.max(0, value - 300));
  const { lower, quantile } = forecast({ values, periods: [7], horizon: 30, level: 0.95 });
  expect(Math.min(...lower)).toBeGreaterThanOrEqual(0);
  const [low, high] = [quantile(0.1), quantile(0.9)];
  low.forEach((value, k) => expect(value).toBeLessThanOrEqual(high[k]!));
});

test.each([
  ['white noise', whiteNoise],
  ['random walks', randomWalk],
  ['a trend with noise', trendWithNoise],
  ['autoregressive noise', autoregressive],
])('is found in at most 1 of 20 series of %s', (_name, make) => {
  const found = Array.from({ length: 20 }, (_, i) => findYear(Float64Array.from(make(800, noiseFrom(500 + i))), [7]));
  expect(found.filter((each) => each !== undefined).length).toBeLessThanOrEqual(1);
});

test('is not looked for in less than two years, nor in hours', () => {
  expect(findYear(Float64Array.from(days(700, 1)), [7])).toBeUndefined();
  expect(findYear(Float64Array.from(days(1100, 1)), [24, 168])).toBeUndefined();
});
