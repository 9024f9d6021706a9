import { forecast } from './forecast';
import { BUSINESSES, noiseFrom } from '../../../test/harness/fixtures/synthetic-series';

test.each([24, 30, 36])('of twelve businesses the season is found from %i months in at least ten, and goes on', (length) => {
  let [found, missed, naive, inside] = [0, 0, 0, 0];
  BUSINESSES.forEach((make, i) => {
    const all = make(length + 12, noiseFrom(500 + i));
    const values = Float64Array.from(all.slice(0, length));
    const { predicted, lower, upper, period } = forecast({ values, periods: [12], horizon: 12, level: 0.95 });
    found += Number(period === 12);
    all.slice(length).forEach((value, k) => {
      missed += Math.abs(value - predicted[k]!);
      naive += Math.abs(value - values[length - 12 + k]!);
      inside += Number(value >= lower[k]! && value <= upper[k]!);
    });
  });
  expect(found).toBeGreaterThanOrEqual(10);
  expect(missed).toBeLessThan(naive);
  expect(inside / 144).toBeGreaterThanOrEqual(0.9);
});
