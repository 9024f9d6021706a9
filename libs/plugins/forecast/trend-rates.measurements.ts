import { fitEnsemble } from './ensemble';
import { NO_PERIOD } from './season/period';
import { findTrend } from './season/trend';
import { autoregressive, noiseFrom, randomWalk, whiteNoise, type SeriesMaker } from './synthetic';

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
