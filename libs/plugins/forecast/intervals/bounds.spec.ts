import { forecast } from '../forecast';
import { noiseFrom } from '../../../../test/harness/fixtures/synthetic-series';
import { scaleFrom } from './bounds';
import { above, reachBelow, halfFromAbove, halfFromBelow } from './skew';

const LEVEL = 0.95;

describe('a doubling with some noise', () => {
  const doubled = (n: number, size: number, seed: number) => {
    const noise = noiseFrom(seed);
    return Float64Array.from({ length: n }, (_, t) => 2 ** (t + 1) * Math.exp(size * noise()));
  };

  test.each([6, 8, 9, 12])('of a fiftieth goes on after %i values', (n) => {
    for (let seed = 0; seed < 20; seed++) {
      const { predicted } = forecast({ values: doubled(n, 0.02, seed), periods: [12], horizon: 1, level: LEVEL });
      expect(Math.abs(predicted[0]! / 2 ** (n + 1) - 1)).toBeLessThan(0.15);
    }
  });

  test.each([6, 8, 9, 12])('of a tenth lies inside its interval after %i values', (n) => {
    let inside = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { lower, upper } = forecast({ values: doubled(n, 0.1, seed), periods: [12], horizon: 1, level: LEVEL });
      inside += Number(lower[0]! <= 2 ** (n + 1) && upper[0]! >= 2 ** (n + 1));
    }
    expect(inside).toBeGreaterThanOrEqual(36);
  });

  test('may fade: its interval reaches down to that, the further ahead the more', () => {
    const { predicted, lower } = forecast({ values: doubled(10, 0, 0), periods: [12], horizon: 6, level: LEVEL });
    const down = lower.map((value, k) => 1 - value / predicted[k]!);
    expect(down[0]).toBeGreaterThan(0.02);
    expect(down[5]).toBeGreaterThan(0.3);
  });
});

test('an interval of amounts reaches further up than down, and not below zero', () => {
  const noise = noiseFrom(3);
  const values = Float64Array.from({ length: 40 }, () => 100 * Math.exp(0.3 * noise()));
  const { predicted, lower, upper } = forecast({ values, periods: [], horizon: 1, level: LEVEL, bounds: {} });
  expect(upper[0]! - predicted[0]!).toBeGreaterThan(1.1 * (predicted[0]! - lower[0]!));
  expect(lower[0]).toBeGreaterThan(0);
});

test('an interval of values of either sign reaches as far up as down', () => {
  const noise = noiseFrom(3);
  const values = Float64Array.from({ length: 40 }, () => noise());
  const { predicted, lower, upper } = forecast({ values, periods: [], horizon: 1, level: LEVEL });
  expect(upper[0]! - predicted[0]!).toBeCloseTo(predicted[0]! - lower[0]!, 10);
});

test.each([0.1, 1, 5, 30])('half the width of %d is found again from what it reaches above and below', (half) => {
  expect(halfFromAbove(above(half, 10), 10)).toBeCloseTo(half, 10);
  expect(halfFromBelow(reachBelow(half, 10), 10)).toBeCloseTo(half, 10);
});

describe('what the backtest missed', () => {
  const misses = (size: number, count: number) => Array.from({ length: count }, (_, i) => (size * (i + 1)) / count);

  test('widens and narrows the intervals of a long history', () => {
    expect(scaleFrom(misses(2, 100), 2000)).toBeGreaterThan(1.4);
    expect(scaleFrom(misses(0.5, 100), 2000)).toBeLessThan(0.7);
  });

  test('says little of a short history, or by few errors, and nothing by none', () => {
    expect(scaleFrom(misses(2, 100), 10)).toBeLessThan(1.05);
    expect(scaleFrom(misses(2, 3), 2000)).toBeLessThan(1.1);
    expect(scaleFrom([], 2000)).toBe(1);
  });
});
