import { dayRuleFor, dayRulesFor, sameDay, type MonthDay } from './month-days';
import type { TimeGrid } from './regular-times';
import { DAY, utc, type Timestamp } from './timestamp';
import { instantOfWall, offsetRule } from './zone';

/** The minimum gap between neighbouring months, including jitter of a few days. */
const SHORTEST = 20 * DAY;

interface Dated extends MonthDay {
  /** Time of day, ms. */
  clock: number;
}

/**
 * A grid of one or more months, where one rule gives the days of all points (the 15th, the last business day, the third Friday) or
 * the points are about a month apart. Undefined if they keep to another step.
 */
export function monthGrid(points: readonly Timestamp[]): TimeGrid | undefined {
  if (points[1]!.wall - points[0]!.wall < SHORTEST) return undefined;
  const dates = points.map(toMonthDay);
  const gaps = dates.slice(1).map(({ month }, i) => month - dates[i]!.month);
  const step = commonDivisor(gaps);
  if (step < 1) return undefined;
  const last = dates[dates.length - 1]!;
  const rule = (haveOneClock(dates) && dayRuleFor(dates, !isWholeWeeks(points))) || (isAboutMonthly(points) && sameDay(last.day));
  if (!rule) return undefined;
  const positions = Float64Array.from(dates, ({ month }) => (month - dates[0]!.month) / step);
  const dateAfter = (k: number) => ({ month: last.month + k * step, day: rule(last.month + k * step), clock: last.clock });
  return { positions, periods: 12 % step === 0 && step < 12 ? [12 / step] : [], after: afterBy(points, dateAfter) };
}

/** A grid of several days of each month, such as the 1st and the 15th. Undefined if the points keep to another step. */
export function monthDaysGrid(points: readonly Timestamp[]): TimeGrid | undefined {
  if (points.every(({ wall }, i) => i < 2 || wall - points[i - 1]!.wall === points[1]!.wall - points[0]!.wall)) return undefined;
  const dates = points.map(toMonthDay);
  const rules = haveOneClock(dates) ? dayRulesFor(dates) : undefined;
  if (!rules) return undefined;
  const count = ({ month, day }: MonthDay) => month * rules.length + rules.findIndex((rule) => rule(month) === day);
  const counts = dates.map(count);
  if (counts.some((each, i) => i > 0 && each <= counts[i - 1]!)) return undefined;
  const { clock } = dates[0]!;
  const dateAfter = (k: number) => {
    const at = counts[counts.length - 1]! + k;
    const month = Math.floor(at / rules.length);
    return { month, day: rules[at - month * rules.length]!(month), clock };
  };
  const positions = Float64Array.from(counts, (each) => each - counts[0]!);
  return { positions, periods: [12 * rules.length, rules.length], after: afterBy(points, dateAfter) };
}

function afterBy(points: readonly Timestamp[], dateAfter: (k: number) => Dated): TimeGrid['after'] {
  const offset = offsetRule(points);
  return (k) => {
    const { month, day, clock } = dateAfter(k);
    const wall = utc(Math.floor(month / 12), (month % 12) + 1, day) + clock;
    return { wall, offset: points[0]!.form.offset === 'none' ? 0 : offset(instantOfWall(wall, offset)) };
  };
}

const haveOneClock = (dates: readonly Dated[]): boolean => dates.every(({ clock }) => clock === dates[0]!.clock);

/** Whether all gaps are the same number of weeks: for a while, four weeks may look like the first Friday of each month. */
function isWholeWeeks(points: readonly Timestamp[]): boolean {
  const gap = points[1]!.wall - points[0]!.wall;
  return gap % (7 * DAY) === 0 && points.every(({ wall }, i) => i === 0 || wall - points[i - 1]!.wall === gap);
}

/** Whether the usual gap is that of neighbouring months rather than of whole weeks. */
function isAboutMonthly(points: readonly Timestamp[]): boolean {
  const gaps = points.slice(1).map(({ wall }, i) => (wall - points[i]!.wall) / DAY);
  const middle = [...gaps].sort((a, b) => a - b)[(gaps.length - 1) >> 1]!;
  return middle > 27.5 && middle < 31.5 && !gaps.every((gap) => gap % 7 === 0);
}

function toMonthDay({ wall }: Timestamp): Dated {
  const date = new Date(wall);
  return {
    month: date.getUTCFullYear() * 12 + date.getUTCMonth(),
    day: date.getUTCDate(),
    clock: ((wall % DAY) + DAY) % DAY,
  };
}

function commonDivisor(gaps: readonly number[]): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return gaps.reduce((found, gap) => (gap > 0 && found >= 0 ? divisor(found, gap) : -1), 0);
}
