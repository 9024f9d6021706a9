import { median } from '../tails';

/** Fewer values do not distinguish growth from a line. */
const ENOUGH = 8;
/** The smallest noteworthy factor. */
const LEAST = Math.log(1.01);
/** Steps of logarithms are alike if they differ by less than this part. */
const NEARLY = 0.02;
/** The minimum share of steps that are alike: the others are anomalies. */
const MOST = 0.8;

/** Whether a series grows or shrinks by almost the same factor each time. Gaps are NaN. */
export function growsByFactor(values: Float64Array): boolean {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length < ENOUGH || known.some((value) => value <= 0)) return false;
  const steps = known.subarray(1).map((value, t) => Math.log(value / known[t]!));
  const usual = median(steps);
  const alike = steps.filter((step) => Math.abs(step - usual) <= NEARLY * Math.abs(usual)).length;
  return Math.abs(usual) >= LEAST && alike >= MOST * steps.length;
}
