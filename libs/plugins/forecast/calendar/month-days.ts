import { utc } from './timestamp';

/** Gives the day on which a point is due in a month, counted from the year 0. */
type DayRule = (month: number) => number;

/** A date by its month, counted from the year 0, and its day. */
export interface MonthDay {
  month: number;
  day: number;
}

const daysIn = (month: number): number => new Date(utc(Math.floor(month / 12), (month % 12) + 2, 0)).getUTCDate();

const weekdayAt = (month: number, day: number): number =>
  new Date(utc(Math.floor(month / 12), (month % 12) + 1, day)).getUTCDay();

const ALL_DAYS = Array.from({ length: 31 }, (_, i) => i + 1);
/** The first and the last day come first, because more series keep to them. */
const LIKELY_DAYS = [31, 1, 15, ...ALL_DAYS.filter((day) => day !== 31 && day !== 1 && day !== 15)];

/** The same day of each month; in shorter months the last day. */
export const sameDay =
  (day: number): DayRule =>
  (month) =>
    Math.min(day, daysIn(month));

/** The business day at or before a given day of each month (`step` -1), or at or after it (1), within the month. */
const businessDay =
  (due: number, step: 1 | -1): DayRule =>
  (month) => {
    const day = Math.min(due, daysIn(month));
    const weekday = weekdayAt(month, day);
    if (weekday !== 0 && weekday !== 6) return day;
    const [back, ahead] = weekday === 6 ? [1, 2] : [2, 1];
    const moved = step < 0 ? day - back : day + ahead;
    return moved < 1 ? day + ahead : moved > daysIn(month) ? day - back : moved;
  };

/** A weekday of each month, such as the third Friday, or the last one (`nth` 5). */
const nthWeekday =
  (nth: number, weekday: number): DayRule =>
  (month) => {
    const first = 1 + ((weekday - weekdayAt(month, 1) + 7) % 7);
    const day = first + 7 * (nth - 1);
    return day > daysIn(month) ? day - 7 : day;
  };

const BUSINESS_DAYS = ([-1, 1] as const).map((step) => LIKELY_DAYS.map((day) => businessDay(day, step)));
const WEEKDAYS = [1, 2, 3, 4, 5].flatMap((nth) => [0, 1, 2, 3, 4, 5, 6].map((weekday) => nthWeekday(nth, weekday)));

const keeps = (dates: readonly MonthDay[], rules: readonly DayRule[]): boolean =>
  dates.every(({ month, day }) => rules.some((rule) => rule(month) === day));

/**
 * The rule that gives the day of all dates: the same day, a business day near it, or, if `mayBeWeekday`, a weekday of the month.
 */
export function dayRuleFor(dates: readonly MonthDay[], mayBeWeekday: boolean): DayRule | undefined {
  const latest = dates.reduce((max, { day }) => Math.max(max, day), 1);
  const same = [sameDay(31), sameDay(latest)];
  return [...same, ...BUSINESS_DAYS.flat(), ...(mayBeWeekday ? WEEKDAYS : [])].find((rule) => keeps(dates, [rule]));
}

/** How many dates in a month rules may give. */
const MAX_SLOTS = 4;

/** The rules for several days of each month, in order: fixed days, or two business days near fixed days. */
export function dayRulesFor(dates: readonly MonthDay[]): DayRule[] | undefined {
  const days = new Set(dates.map(({ month, day }) => (day === daysIn(month) ? 31 : day)));
  // If both the 30th and the end of the month occur, a 30th that ended a month counts as the 30th.
  const same = [...days].filter((day) => day !== 31 || !days.has(30)).sort((a, b) => a - b);
  const fixed = same.map(sameDay);
  if (same.length <= MAX_SLOTS && isOften(dates, same.length) && keeps(dates, fixed)) return fixed;
  if (!isOften(dates, 2)) return undefined;
  for (const rules of BUSINESS_DAYS) {
    // One rule must give the first date; the other must give all dates that this one does not give.
    const [head] = dates as [MonthDay];
    for (const one of rules.filter((rule) => rule(head.month) === head.day)) {
      const rest = dates.filter((date) => !keeps([date], [one]));
      const other = rest.length > 0 && rules.find((rule) => keeps(rest, [rule]));
      if (other) return [one, other].sort((a, b) => a(head.month) - b(head.month));
    }
  }
  return undefined;
}

/** Whether there are enough dates to call them recurring, and not far fewer than the rule predicts. */
function isOften(dates: readonly MonthDay[], slots: number): boolean {
  const months = dates[dates.length - 1]!.month - dates[0]!.month;
  return slots >= 2 && dates.length >= 2 * slots - 1 && months >= 1 && dates.length > (months - 1) * slots * 0.7;
}
