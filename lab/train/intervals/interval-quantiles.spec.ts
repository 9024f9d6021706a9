import { noiseFrom } from '../../../test/harness/fixtures/synthetic-series';
import { curveOf, quantileRows, type ScaledError } from './interval-quantiles';

/** Errors of series of these lengths, as large as those of a normal distribution, but `wider` times. */
function errorsOf(lengths: readonly number[], wider: (values: number) => number): ScaledError[] {
  const noise = noiseFrom(1);
  return lengths.flatMap((values) =>
    Array.from({ length: 400 }, (_, i) => ({
      id: `${values}-${i % 40}`,
      source: 'drawn',
      values,
      step: 1,
      size: Math.abs(noise()) * wider(values),
    })),
  );
}

test('what series show of short histories widens their intervals only: of long ones the error is known', () => {
  const curve = curveOf(errorsOf([8, 12, 20, 40], (values) => 1 + 9 / values));
  expect(curve(10) / 1.96).toBeCloseTo(1.9, 1);
  expect(curve(100_000)).toBeCloseTo(1.96, 2);
  const longest = quantileRows([], curve).at(-1)!;
  for (const factor of longest.factors) expect(factor).toBeCloseTo(1.96, 1);
});
