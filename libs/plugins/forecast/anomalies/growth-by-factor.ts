import { median } from '../tails';

/** Fewer values do not tell growth from a line. */
const ENOUGH = 8;
/** A factor that is worth a word. */
const LEAST = Math.log(1.01);
/** Steps of logarithms are alike within this part of them. */
const NEARLY = 0.02;
/** Part of the steps that are alike: the others are anomalies. */
const MOST = 0.8;

/** Whether a series grows, or shrinks, by all but the same factor each time. Gaps are NaN. */
export function growsByFactor(values: Float64Array): boolean {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length < ENOUGH || known.some((value) => value <= 0)) return false;
  const steps = known.subarray(1).map((value, t) => Math.log(value / known[t]!));
  const usual = median(steps);
  const alike = steps.filter((step) => Math.abs(step - usual) <= NEARLY * Math.abs(usual)).length;
  return Math.abs(usual) >= LEAST && alike >= MOST * steps.length;
}
