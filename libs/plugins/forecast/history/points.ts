import { PerceptError } from '@percept/sdk';
import { toInstant, parseTimestamp, sameForm, type Timestamp } from '../calendar/timestamp';

/** A checked point, and its place in `data`. */
export interface CheckedPoint {
  time: Timestamp;
  value: number;
  index: number;
}

const FIELDS = ['timestamp', 'value'];
/** Squares of larger values overflow. */
const LARGEST = 1e150;

/**
 * The points of `data`, by time.
 * @throws PerceptError INVALID_REQUEST naming `data[i].value` or `data[i].timestamp`.
 */
export function readPoints(data: readonly unknown[]): CheckedPoint[] {
  const points = data.map(readPoint);
  const first = points[0]!;
  for (const { time, index } of points) {
    if (sameForm(time.form, first.time.form)) continue;
    throw PerceptError.invalid(`data[${index}].timestamp`, 'is not written as data[0].timestamp is: write all of them alike.');
  }
  const later = (a: CheckedPoint, b: CheckedPoint) => toInstant(a.time) - toInstant(b.time);
  if (points.some((point, i) => i > 0 && later(points[i - 1]!, point) > 0)) points.sort(later);
  for (let i = 1; i < points.length; i++) {
    if (toInstant(points[i]!.time) !== toInstant(points[i - 1]!.time)) continue;
    const [earlier, later] = [points[i - 1]!.index, points[i]!.index].sort((a, b) => a - b);
    throw PerceptError.invalid(`data[${later}].timestamp`, `repeats the time of data[${earlier}]: give each time once.`);
  }
  return points;
}

/**
 * The points of `data`, by time, for a question that a constant cannot answer.
 * @throws PerceptError INVALID_REQUEST as `readPoints`, and naming `data` if all values are equal.
 */
export function readVaryingPoints(data: readonly unknown[]): CheckedPoint[] {
  const points = readPoints(data);
  const [{ value }] = points as [CheckedPoint];
  if (points.some((point) => point.value !== value)) return points;
  throw PerceptError.invalid(
    'data',
    `has the value ${value} in all of its ${points.length} points, so nothing can differ from it: send a history with at least two ` +
      'different values, or skip the call until there is one.',
  );
}

function readPoint(entry: unknown, index: number): CheckedPoint {
  const at = `data[${index}]`;
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    throw PerceptError.invalid(at, `must be an object with 'timestamp' and 'value', not ${display(entry)}.`);
  }
  const { timestamp, value } = entry as { timestamp?: unknown; value?: unknown };
  for (const name in entry) {
    if (!FIELDS.includes(name))
      throw PerceptError.invalid(`${at}.${name}`, "is not known here: a point has 'timestamp' and 'value'.");
  }
  return { time: readTime(timestamp, `${at}.timestamp`), value: readValue(value, `${at}.value`), index };
}

function readTime(timestamp: unknown, field: string): Timestamp {
  const time = typeof timestamp === 'string' ? parseTimestamp(timestamp.trim()) : undefined;
  if (time) return time;
  const expected = 'an ISO 8601 date or date-time, such as 2026-01-31, 2026-01 or 2026-01-31T09:00:00+01:00';
  throw PerceptError.invalid(
    field,
    timestamp === undefined ? `is required: ${expected}.` : `must be ${expected}, not ${display(timestamp)}.`,
  );
}

function readValue(value: unknown, field: string): number {
  if (typeof value === 'number' && Math.abs(value) <= LARGEST) return value;
  if (value === undefined) throw PerceptError.invalid(field, 'is required: a number.');
  if (value === null) throw PerceptError.invalid(field, 'must be a number, not null: leave the point out if there is no value.');
  const hint = typeof value === 'string' ? ' Write the number without quotes.' : '';
  throw PerceptError.invalid(field, `must be a finite number of at most ${LARGEST} in size, not ${display(value)}.${hint}`);
}

function display(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 60)}'`;
  return typeof value === 'number'
    ? String(value)
    : value === null
      ? 'null'
      : Array.isArray(value)
        ? 'a list'
        : `a ${typeof value}`;
}
