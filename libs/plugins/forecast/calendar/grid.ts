import { PerceptError } from '@percept/sdk';
import { DAY, formatTimestamp, toInstant, MINUTE, type Timestamp } from './timestamp';
import { monthDaysGrid, monthGrid } from './months';
import { openDaysGrid } from './open-days';
import { openHoursGrid } from './open-hours';
import { NO_SEASON, type TimeGrid } from './regular-times';
import { instantOfWall, offsetRule } from './zone';

const HOUR = 60 * MINUTE;
const WEEK = 7 * DAY;
/** Usual clock steps. A median gap that differs from one by less than a fiftieth counts as that step. */
const USUAL = [
  ...[1, 2, 5, 10, 15, 20, 30].map((seconds) => seconds * 1000),
  ...[1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * HOUR),
  ...[1, 7, 14, 28].map((days) => days * DAY),
];
/** The test of a season needs three periods, and the forecast reads about 3,000 values. */
const LONGEST_PERIOD = 1000;

/**
 * Finds the step of a series: months or years, days of the month, open days or hours of a week, or a fixed span of time.
 * @param points by time.
 * @param season the number of steps in the season that the caller names; 1 for none. Absent: as the step suggests.
 * @throws PerceptError INVALID_REQUEST naming `season_length` if the series has fewer than two such seasons.
 */
export function findTimeGrid(points: readonly Timestamp[], season?: number): TimeGrid {
  const grid = monthGrid(points) ?? monthDaysGrid(points) ?? openDaysGrid(points) ?? openHoursGrid(points) ?? fixedGrid(points);
  if (!season) return grid;
  const length = grid.positions[points.length - 1]! + 1;
  if (length >= 2 * season) return { ...grid, periods: [NO_SEASON, season] };
  throw PerceptError.invalid(
    'season_length',
    `of ${season} needs ${2 * season} observations, two whole seasons, and the series has ${length}: send more, or leave it out.`,
  );
}

/** Writes the time `k` steps after the last point, in that point's format. */
export function timestampAfter(grid: TimeGrid, last: Timestamp, k: number): string {
  const { wall, offset } = grid.after(k);
  return formatTimestamp(wall, offset, last.form);
}

function fixedGrid(points: readonly Timestamp[]): TimeGrid {
  const last = points[points.length - 1]!;
  const offset = offsetRule(points);
  // Steps of whole days follow the calendar across clock changes; shorter steps follow elapsed time.
  const byWall = usual(medianGap(points.map(({ wall }) => wall))) % DAY === 0;
  const times = points.map((point) => (byWall ? point.wall : toInstant(point)));
  const step = usual(medianGap(times));
  const positions = new Float64Array(times.length);
  for (let i = 1; i < times.length; i++)
    positions[i] = positions[i - 1]! + Math.max(1, Math.round((times[i]! - times[i - 1]!) / step));
  const after = (k: number) => {
    const time = times[times.length - 1]! + k * step;
    const instant = byWall ? instantOfWall(time, offset) : time;
    const ahead = last.form.offset === 'none' ? 0 : offset(instant);
    return { wall: byWall ? time : instant + ahead * MINUTE, offset: ahead };
  };
  return { positions, periods: periodsOf(step), after };
}

function medianGap(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, i) => time - times[i]!);
  return gaps.sort((a, b) => a - b)[(gaps.length - 1) >> 1]!;
}

const usual = (gap: number): number => USUAL.find((step) => Math.abs(gap - step) <= step / 50) ?? gap;

/** Weeks, days, hours and minutes that are whole numbers of steps; for steps of a week, a year. */
function periodsOf(step: number): number[] {
  if (step === WEEK) return [52];
  const cycles = step < DAY ? [DAY, WEEK, HOUR, MINUTE] : [WEEK];
  return cycles.map((cycle) => cycle / step).filter((n) => Number.isInteger(n) && n > 1 && n <= LONGEST_PERIOD);
}
