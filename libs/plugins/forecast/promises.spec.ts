import { fitEnsemble } from './ensemble';
import { forecast } from './forecast';
import { onLastLevel } from './changepoints/level-shifts';
import { findPeriod, NO_PERIOD } from './season/period';
import { findTrend } from './season/trend';
import {
  autoregressive,
  growingTrend,
  noiseFrom,
  randomWalk,
  trendWithNoise,
  whiteNoise,
  type SeriesMaker,
} from '../../../test/harness/fixtures/synthetic-series';

/** What docs/reference/forecast.md promises, on synthetic series with fixed seeds. */
const SERIES = 100;

const FREQUENCIES: [string, number[], number[]][] = [
  ['daily', [7], [35, 90, 365]],
  ['monthly', [12], [40, 72, 144]],
  ['quarterly', [4], [20, 40, 80]],
  ['weekly', [52], [160, 260]],
  ['hourly', [24, 168], [120, 336, 720]],
];

/** The part of the series that are found to have a season. */
function seasonal(make: SeriesMaker, periods: readonly number[], lengths: readonly number[]): number {
  const found = lengths.flatMap((length) =>
    Array.from({ length: SERIES }, (_, i) =>
      findPeriod(Float64Array.from(make(length, noiseFrom(1000 * length + i))), periods).isProven ? 1 : 0,
    ),
  );
  return found.reduce<number>((sum, each) => sum + each, 0) / found.length;
}

const make = (length: number, value: (t: number) => number) => Array.from({ length }, (_, t) => value(t));

describe.each(FREQUENCIES)('%s series', (_frequency, periods, lengths) => {
  test.each([
    ['white noise', whiteNoise],
    ['random walks', randomWalk],
    ['a trend with noise', trendWithNoise],
    ['growth', growingTrend],
    ['autoregressive noise', autoregressive],
  ])('of %s have a season in at most 3 of 100', (_name, make) => {
    expect(seasonal(make, periods, lengths)).toBeLessThanOrEqual(0.03);
  });

  test.each([
    ['noise', whiteNoise, 10],
    ['a random walk', randomWalk, 2],
  ])('with a season twice as large as the steps of %s show it in at least 85 of 100', (_name, make, size) => {
    const withSeason: SeriesMaker = (length, noise) => {
      const pattern = Array.from({ length: periods[0]! }, () => size * noise());
      return make(length, noise).map((value, t) => value + pattern[t % pattern.length]!);
    };
    expect(seasonal(withSeason, periods, lengths)).toBeGreaterThanOrEqual(0.85);
  });
});

describe('a season of two turns', () => {
  const sales =
    (december: number): SeriesMaker =>
    (length, noise) =>
      make(length, (t) => {
        const month = t % 12;
        return 100 * (1 + t / 200) * (month === 11 ? december : month === 10 ? 1.2 : 1) * Math.exp(0.05 * noise());
      });

  test.each([24, 27, 30, 35])('is found in at least 85 of 100 sales of %i months with a peak in December', (length) => {
    for (const december of [1.5, 2]) expect(seasonal(sales(december), [12], [length])).toBeGreaterThanOrEqual(0.85);
  });

  test.each([
    ['white noise', whiteNoise],
    ['random walks', randomWalk],
    ['a trend with noise', trendWithNoise],
    ['growth', growingTrend],
    ['autoregressive noise', autoregressive],
  ])('is found in at most 1 of 100 series of %s', (_name, make) => {
    expect(seasonal(make, [12], [24, 27, 30, 35])).toBeLessThanOrEqual(0.01);
    expect(seasonal(make, [7], [14, 17, 20])).toBeLessThanOrEqual(0.01);
  });

  test.each([24, 30])('goes on: of %i months the next December is missed by a third of what it is without a season', (length) => {
    let [missed, without, inside] = [0, 0, 0];
    for (let i = 0; i < 30; i++) {
      const series = sales(1.8)(length + 12, noiseFrom(i));
      const values = Float64Array.from(series.slice(0, length));
      const of = (periods: number[]) => forecast({ values, periods, horizon: 12, level: 0.95 });
      const [found, flat] = [of([12]), of([])];
      series.slice(length).forEach((value, k) => {
        inside += Number(value >= found.lower[k]! && value <= found.upper[k]!);
        if ((length + k) % 12 !== 11) return;
        missed += Math.abs(value - found.predicted[k]!);
        without += Math.abs(value - flat.predicted[k]!);
      });
    }
    expect(missed / without).toBeLessThan(1 / 3);
    expect(inside / 360).toBeGreaterThanOrEqual(0.9);
    expect(inside / 360).toBeLessThanOrEqual(0.99);
  });
});

describe('growth by a factor', () => {
  const grown = (n: number) => Float64Array.from({ length: n }, (_, t) => 10 * 1.1 ** t);

  test.each([24, 36, 48])('goes on: after %i values of 10 × 1.1ⁿ the next twelve lie within their intervals', (n) => {
    const { lower, upper, predicted } = forecast({ values: grown(n), periods: [12], horizon: 12, level: 0.95 });
    predicted.forEach((value, k) => {
      const actual = 10 * 1.1 ** (n + k);
      expect(lower[k]).toBeLessThanOrEqual(actual);
      expect(upper[k]).toBeGreaterThanOrEqual(actual);
      expect(Math.abs(value / actual - 1)).toBeLessThan(0.25);
    });
  });

  test('stays finite however far one looks', () => {
    const { upper, lower } = forecast({ values: grown(48), periods: [12], horizon: 10_000, level: 0.999 });
    expect([...upper, ...lower].every(Number.isFinite)).toBe(true);
  });

  test('is not claimed for a line', () => {
    const values = Float64Array.from({ length: 48 }, (_, t) => 100 + 5 * t);
    const { algorithm, predicted } = forecast({ values, periods: [12], horizon: 12, level: 0.95 });
    expect(algorithm).not.toContain('exp');
    expect(Math.abs(predicted[11]! / (100 + 5 * 59) - 1)).toBeLessThan(0.1);
  });
});

describe('a level shift in the last third', () => {
  const months = (t: number, noise: number) => (200 + t) * (1 + 0.2 * Math.sin((t * Math.PI) / 6)) * (1 + 0.03 * noise);

  test('bends neither trend nor season: what follows is missed by less than three quarters of what it was', () => {
    let [missed, before, found, inside] = [0, 0, 0, 0];
    const [known, at, count] = [60, 50, 20];
    for (let i = 0; i < count; i++) {
      const noise = noiseFrom(i);
      const all = Array.from({ length: known + 12 }, (_, t) => months(t, noise()) * (t >= at ? 0.6 : 1));
      const values = Float64Array.from(all.slice(0, known));
      const { predicted, lower, upper, levelSince } = forecast({ values, periods: [12], horizon: 12, level: 0.95 });
      const bent = fitEnsemble(values, findPeriod(values, [12])).forecast(12);
      found += Number(levelSince === at);
      all.slice(known).forEach((value, k) => {
        missed += Math.abs(value - predicted[k]!);
        before += Math.abs(value - bent[k]!);
        inside += Number(value >= lower[k]! && value <= upper[k]!);
      });
    }
    expect(found).toBeGreaterThanOrEqual(count / 2);
    expect(missed / before).toBeLessThan(0.75);
    expect(inside / (12 * count)).toBeGreaterThanOrEqual(0.9);
  });

  test.each([
    ['white noise', whiteNoise],
    ['random walks', randomWalk],
    ['a trend with noise', trendWithNoise],
    ['growth', growingTrend],
    ['autoregressive noise', autoregressive],
  ])('is found in at most 2 of 100 series of %s', (_name, make) => {
    let found = 0;
    for (let i = 0; i < SERIES; i++)
      found += Number(onLastLevel(Float64Array.from(make(72, noiseFrom(i))), [12]).at !== undefined);
    expect(found).toBeLessThanOrEqual(0.02 * SERIES);
  });
});

describe('a trend of two turns of a season', () => {
  const ROUNDS = 100;
  const season = (t: number, period: number) => 1 + 0.3 * Math.sin((2 * Math.PI * t) / period);

  /** The part of the series that are said to rise or fall. */
  function moving(period: number, make: SeriesMaker): number {
    const found = Array.from({ length: ROUNDS }, (_, i) => {
      const values = Float64Array.from(make(2 * period, noiseFrom(i)).map((value, t) => value * season(t, period)));
      return findTrend(values, fitEnsemble(values, NO_PERIOD), [period]) === 'stable' ? 0 : 1;
    });
    return found.reduce<number>((sum, each) => sum + each, 0) / ROUNDS;
  }
  const rising: SeriesMaker = (length, noise) => Array.from({ length }, (_, t) => 100 + 3 * t + 6 * noise());

  test.each([12, 24])('of %i values is found in at least 90 of 100 rises in noise', (period) =>
    expect(moving(period, rising)).toBeGreaterThanOrEqual(0.9),
  );

  test.each([
    ['white noise', whiteNoise, 0.01],
    ['autoregressive noise', autoregressive, 0.02],
    ['random walks', randomWalk, 0.12],
  ])('is rarely reported of seasons with %s', (_name, make, most) => {
    for (const period of [7, 12, 24]) expect(moving(period, make)).toBeLessThanOrEqual(most);
  });
});

describe('intervals of 95 %', () => {
  test.each([
    ['white noise', whiteNoise],
    ['random walks', randomWalk],
    ['a trend with noise', trendWithNoise],
    ['growth', growingTrend],
    ['autoregressive noise', autoregressive],
  ])('hold 88 to 99.5 of 100 values of %s', (_name, make) => {
    const [known, ahead, count] = [60, 12, 40];
    let inside = 0;
    for (let i = 0; i < count; i++) {
      const series = make(known + ahead, noiseFrom(i));
      const values = Float64Array.from(series.slice(0, known));
      const { lower, upper } = forecast({ values, periods: [12], horizon: ahead, level: 0.95 });
      series.slice(known).forEach((value, k) => (inside += Number(value >= lower[k]! && value <= upper[k]!)));
    }
    const coverage = inside / (count * ahead);
    expect(coverage).toBeGreaterThanOrEqual(0.88);
    expect(coverage).toBeLessThanOrEqual(0.995);
  });

  test('follow the last 300 values of a long series that has become calm', () => {
    const noise = noiseFrom(1);
    const values = Float64Array.from({ length: 1500 }, (_, t) => 100 + (t < 1200 ? 4 : 1) * noise());
    const { lower, upper } = forecast({ values, periods: [], horizon: 1, level: 0.95 });
    expect((upper[0]! - lower[0]!) / 2).toBeLessThan(2.5);
    expect((upper[0]! - lower[0]!) / 2).toBeGreaterThan(1.5);
  });
});
