import type { Judged } from './judge';
import { median } from '../tails';

export const ANOMALY_KINDS = ['point', 'level_shift', 'trend', 'season'] as const;
export type AnomalyKind = (typeof ANOMALY_KINDS)[number];
export const SEVERITIES = ['none', 'low', 'medium', 'high'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** An anomaly is of medium, or of high, severity if its distance from the expected value is this many times that of the bound. */
const MEDIUM = 1.5;
const HIGH = 3;
/** How many values after a shift tell whether its level stays. */
const AFTER = 10;
/** The part of the shift that must remain. */
const STAYS = 0.5;

export function rateSeverity(
  value: number,
  { expected, lower, upper }: { expected: number; lower: number; upper: number },
): Severity {
  if (value >= lower && value <= upper) return 'none';
  const reach = Math.abs((value > upper ? upper : lower) - expected);
  const ratio = Math.abs(value - expected) / reach;
  return ratio < MEDIUM ? 'low' : ratio < HIGH ? 'medium' : 'high';
}

/** The kind of each anomaly: the start of a level that stays, a value from elsewhere in the season, or a single point. */
export function classifyAnomalies(values: Float64Array, judged: Judged): AnomalyKind[] {
  const { season, expected, lower, upper, shifts } = judged;
  const { period, profile } = season;
  const kinds: AnomalyKind[] = Array.from(values, () => 'point');
  if (period > 1) {
    const [lowest, highest] = [Math.min(...profile), Math.max(...profile)];
    values.forEach((value, t) => {
      const level = expected[t]! - profile[t % period]!;
      const isElsewhere =
        value >= level + lowest - (expected[t]! - lower[t]!) && value <= level + highest + (upper[t]! - expected[t]!);
      if (isElsewhere) kinds[t] = 'season';
    });
  }
  for (const { at, length } of shifts) if (stays(values, judged, at)) kinds.fill('level_shift', at, at + length);
  return kinds;
}

/** Whether the values after a shift keep most of it, for at least a period and several values. */
function stays(values: Float64Array, { season: { period, profile }, expected }: Judged, at: number): boolean {
  const off = (t: number) => values[t]! - profile[t % period]!;
  const before = expected[at]! - profile[at % period]!;
  const after = Float64Array.from(
    { length: Math.min(Math.max(AFTER, period), values.length - at) },
    (_, k) => off(at + k) - before,
  );
  const known = after.filter((each) => !Number.isNaN(each));
  const first = median(known.slice(0, AFTER >> 1));
  return median(known) * Math.sign(first) > STAYS * Math.abs(first);
}
