import { PerceptError } from '@percept/sdk';
import { DAY, parseTimestamp, utc } from '../calendar/timestamp';
import { COUNTRIES } from './holiday-rules';
import type { Holidays } from './drivers-input';

/** The names of holidays by the number of days since 1970. */
type HolidayCalendar = ReadonlyMap<number, string>;

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const weekdayOf = (day: number) => (((day + 4) % 7) + 7) % 7;
const dayOf = (year: number, month: number, day: number) => Math.floor(utc(year, month, day) / DAY);

/**
 * The holidays of some years.
 * @throws PerceptError INVALID_REQUEST naming an unknown country or region, or an invalid date.
 */
export function holidayCalendar(
  { country, region, dates = [] }: Holidays,
  [from, to]: readonly [number, number],
): HolidayCalendar {
  const found = new Map<number, string>();
  const rules = rulesOf(country, region);
  for (let year = from - 1; year <= to + 1; year++)
    for (const [rule, ...name] of rules.days.map((text) => text.split(' '))) {
      const day = dayByRule(rule!, year);
      found.set(day, name.join(' '));
      const kept = keptOn(day, rules.moved);
      if (kept !== day) found.set(found.has(kept) ? kept + 1 : kept, name.join(' '));
    }
  dates.forEach(({ date, name }, i) => {
    const time = parseTimestamp(date);
    if (time?.form.unit !== 'day') throw PerceptError.invalid(`holidays.dates[${i}].date`, 'must be a date such as 2026-12-24.');
    found.set(Math.floor(time.wall / DAY), name ?? 'holiday');
  });
  return found;
}

function rulesOf(country: string | undefined, region: string | undefined): { days: string[]; moved?: 'nearest' | 'next' } {
  if (country === undefined) {
    if (region !== undefined) throw PerceptError.invalid('holidays.region', "needs 'country'.");
    return { days: [] };
  }
  const known = Object.hasOwn(COUNTRIES, country) ? COUNTRIES[country] : undefined;
  if (!known) {
    const codes = Object.keys(COUNTRIES).join(', ');
    throw PerceptError.invalid('holidays.country', `must be one of ${codes}; send the days of other countries as 'dates'.`);
  }
  const { days, regions = {}, moved } = known;
  if (region !== undefined && !Object.hasOwn(regions, region)) {
    const codes = Object.keys(regions).join(', ');
    const reason = codes ? `must be one of ${codes}` : `must be left out: of ${country} the national holidays are known`;
    throw PerceptError.invalid('holidays.region', `${reason}; send other days as 'dates'.`);
  }
  return { days: [...days, ...(region === undefined ? [] : regions[region]!)], moved };
}

function keptOn(day: number, moved: 'nearest' | 'next' | undefined): number {
  const weekday = weekdayOf(day);
  if (!moved || (weekday !== 0 && weekday !== 6)) return day;
  if (weekday === 0) return day + 1;
  return moved === 'nearest' ? day - 1 : day + 2;
}

function dayByRule(rule: string, year: number): number {
  const easter = /^easter([+-]\d+)$/.exec(rule);
  if (easter) return easterOf(year) + Number(easter[1]);
  const date = /^(\d\d)-(\d\d)$/.exec(rule);
  if (date) return dayOf(year, Number(date[1]), Number(date[2]));
  const near = /^(\w{3})([<>])(\d\d)-(\d\d)$/.exec(rule);
  if (near) {
    const day = dayOf(year, Number(near[3]), Number(near[4]));
    const weekday = WEEKDAYS.indexOf(near[1]!);
    return near[2] === '>' ? day + ((weekday - weekdayOf(day) + 7) % 7) : day - 1 - ((weekdayOf(day - 1) - weekday + 7) % 7);
  }
  const nth = /^(\w{3})(-?\d)\/(\d\d)$/.exec(rule)!;
  const [weekday, count, month] = [WEEKDAYS.indexOf(nth[1]!), Number(nth[2]), Number(nth[3])];
  const first = dayOf(year, month, 1);
  if (count > 0) return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1);
  const last = dayOf(year, month + 1, 1) - 1;
  return last - ((weekdayOf(last) - weekday + 7) % 7);
}

/** Easter Sunday of the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
function easterOf(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return dayOf(year, Math.floor(days / 31), (days % 31) + 1);
}
