import { periodOf } from './period';
import { autoregressive, growingTrend, noiseFrom, randomWalk, trendWithNoise, whiteNoise, type SeriesMaker } from './synthetic';

/** What docs/forecast.md promises, on synthetic series with fixed seeds. */
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
      periodOf(Float64Array.from(make(length, noiseFrom(1000 * length + i))), periods).isProven ? 1 : 0,
    ),
  );
  return found.reduce<number>((sum, each) => sum + each, 0) / found.length;
}

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
