import type { Grid } from './regular-times';
import { DAY, utc, type Timestamp } from './timestamp';
import { instantOfWall, offsetRule } from './zone';

/** The gap between neighbouring months is never shorter, jitter of a few days included. */
const SHORTEST = 20 * DAY;

interface MonthDay {
  /** Months since the year 0. */
  month: number;
  day: number;
  /** Days that this month has. */
  length: number;
  /** Time of day, ms. */
  clock: number;
}

/**
 * A grid of one or more months, where the points stand on the same day of their months (ends of months included), or, with
 * varying days, about a month apart. Undefined if they keep to another step.
 */
export function monthGrid(points: readonly Timestamp[]): Grid | undefined {
  if (points[1]!.wall - points[0]!.wall < SHORTEST) return undefined;
  const dates = points.map(toMonthDay);
  const gaps = dates.slice(1).map(({ month }, i) => month - dates[i]!.month);
  const step = commonDivisor(gaps);
  const day = sharedDay(dates) ?? (aboutMonthly(points) ? dates[dates.length - 1]!.day : undefined);
  if (step < 1 || day === undefined) return undefined;
  const last = dates[dates.length - 1]!;
  const offset = offsetRule(points);
  const after = (k: number) => {
    const month = last.month + k * step;
    const wall = utc(Math.floor(month / 12), (month % 12) + 1, Math.min(day, daysIn(month))) + last.clock;
    return { wall, offset: points[0]!.form.offset === 'none' ? 0 : offset(instantOfWall(wall, offset)) };
  };
  const positions = Float64Array.from(dates, ({ month }) => (month - dates[0]!.month) / step);
  return { positions, periods: 12 % step === 0 && step < 12 ? [12 / step] : [], after };
}

/** The day of the month that all points keep to as far as their months have it; 31 if all stand on the last day. */
function sharedDay(dates: readonly MonthDay[]): number | undefined {
  const { clock } = dates[0]!;
  if (!dates.every((each) => each.clock === clock)) return undefined;
  if (dates.every(({ day, length }) => day === length)) return 31;
  const lastDay = dates.reduce((latest, { day }) => Math.max(latest, day), 1);
  return dates.every(({ day, length }) => day === Math.min(lastDay, length)) ? lastDay : undefined;
}

/** Whether the usual gap is that of neighbouring months, and not of whole weeks. */
function aboutMonthly(points: readonly Timestamp[]): boolean {
  const gaps = points.slice(1).map(({ wall }, i) => (wall - points[i]!.wall) / DAY);
  const middle = [...gaps].sort((a, b) => a - b)[(gaps.length - 1) >> 1]!;
  return middle > 27.5 && middle < 31.5 && !gaps.every((gap) => gap % 7 === 0);
}

function toMonthDay({ wall }: Timestamp): MonthDay {
  const date = new Date(wall);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return { month, day: date.getUTCDate(), length: daysIn(month), clock: ((wall % DAY) + DAY) % DAY };
}

const daysIn = (month: number): number => new Date(utc(Math.floor(month / 12), (month % 12) + 2, 0)).getUTCDate();

function commonDivisor(gaps: readonly number[]): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return gaps.reduce((found, gap) => (gap > 0 && found >= 0 ? divisor(found, gap) : -1), 0);
}
