import type { TimeGrid } from './regular-times';
import { DAY, type Timestamp } from './timestamp';
import { instantOfWall, offsetRule } from './zone';

/** After this many weeks a weekday that never occurred counts as closed; the usual weekend counts at once. */
const WEEKS = 3;

/**
 * A grid of the open days of the week, such as Monday to Friday, for daily points if some weekdays never occur. Undefined for any
 * other series.
 */
export function openDaysGrid(points: readonly Timestamp[]): TimeGrid | undefined {
  const days = points.map(({ wall }) => Math.floor(wall / DAY));
  const clock = points[0]!.wall - days[0]! * DAY;
  if (!points.every(({ wall }, i) => wall - days[i]! * DAY === clock)) return undefined;
  const open = openWeekdays(days);
  if (!open) return undefined;
  const last = days[days.length - 1]!;
  if (openUntil(last, open) - openUntil(days[0]!, open) > 2 * days.length) return undefined;
  const positions = Float64Array.from(days, (day) => openUntil(day, open) - openUntil(days[0]!, open));
  const offset = offsetRule(points);
  const after = (k: number) => {
    const wall = dayOf(openUntil(last, open) + k, open) * DAY + clock;
    return { wall, offset: points[0]!.form.offset === 'none' ? 0 : offset(instantOfWall(wall, offset)) };
  };
  return { positions, periods: [open.length], after };
}

/** 0 is Sunday: 1970-01-01 was a Thursday. */
const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The weekdays that occur, ascending; undefined if the step is not a day or no weekday is closed. */
export function openWeekdays(days: readonly number[]): number[] | undefined {
  const gaps = days.slice(1).map((day, i) => day - days[i]!);
  const single = gaps.filter((gap) => gap === 1).length;
  if (single < gaps.length / 2) return undefined;
  const open = [...new Set(days.map(weekday))].sort((a, b) => a - b);
  const span = days[days.length - 1]! - days[0]!;
  const weekend = !open.includes(0) && !open.includes(6);
  const crossed = gaps.some((gap, i) => gap >= 3 && weekday(days[i]!) > weekday(days[i + 1]!));
  if (weekend && crossed && span < WEEKS * 7) return [1, 2, 3, 4, 5];
  return open.length < 7 && open.length > 1 && span >= WEEKS * 7 ? open : undefined;
}

/** The number of the day when only open days are counted. */
function openUntil(day: number, open: readonly number[]): number {
  const week = Math.floor((day + 4) / 7);
  return week * open.length + open.filter((each) => each <= weekday(day)).length;
}

/** The inverse of `openUntil`. */
function dayOf(count: number, open: readonly number[]): number {
  const week = Math.floor((count - 1) / open.length);
  return week * 7 - 4 + open[count - 1 - week * open.length]!;
}
