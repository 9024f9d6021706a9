import { openWeekdays } from './open-days';
import type { TimeGrid } from './regular-times';
import { DAY, type Timestamp } from './timestamp';
import { instantOfWall, offsetRule } from './zone';

const WEEK = 7 * DAY;
/** 1970 began on a Thursday; weeks begin on Sunday. */
const TO_SUNDAY = 4 * DAY;
/** After this many weeks each weekday keeps its own observed hours; before, all open days share the same hours. */
const WEEKS = 3;
/** How many days must begin and end alike before the hours in between count as opening hours. */
const MIN_DAYS = 2;
const ALL_WEEK = [0, 1, 2, 3, 4, 5, 6];

/**
 * A grid of the open hours of the week, such as 9 to 17 o'clock from Monday to Friday: some times of day occur on every open day,
 * the others never. Undefined for any other series.
 */
export function openHoursGrid(points: readonly Timestamp[]): TimeGrid | undefined {
  const walls = points.map(({ wall }) => wall);
  const slots = openSlots(walls);
  if (!slots) return undefined;
  const places = new Map(slots.map((slot, i) => [slot, i]));
  const count = (wall: number) => Math.floor((wall + TO_SUNDAY) / WEEK) * slots.length + places.get(slotAt(wall))!;
  const [first, last] = [count(walls[0]!), count(walls[walls.length - 1]!)];
  if (last - first > 2 * walls.length) return undefined;
  const offset = offsetRule(points);
  const after = (k: number) => {
    const week = Math.floor((last + k) / slots.length);
    const wall = week * WEEK - TO_SUNDAY + slots[last + k - week * slots.length]!;
    return { wall, offset: points[0]!.form.offset === 'none' ? 0 : offset(instantOfWall(wall, offset)) };
  };
  const perDay = new Set(slots.map((slot) => slot % DAY)).size;
  const periods = slots.length % perDay === 0 ? [perDay, slots.length] : [slots.length];
  return { positions: Float64Array.from(walls, (wall) => count(wall) - first), periods, after };
}

/** Milliseconds since the start of the week. */
const slotAt = (wall: number): number => (((wall + TO_SUNDAY) % WEEK) + WEEK) % WEEK;

/** The open times of the week, ascending. */
function openSlots(walls: readonly number[]): number[] | undefined {
  const clocks = [...new Set(walls.map((wall) => slotAt(wall) % DAY))].sort((a, b) => a - b);
  const narrowest = Math.min(...clocks.slice(1).map((clock, i) => clock - clocks[i]!));
  if (clocks.length < 2 || clocks.length * narrowest >= DAY || walls.length < MIN_DAYS * clocks.length) return undefined;
  const ends = [clocks[0]!, clocks[clocks.length - 1]!].map(
    (clock) => new Set(walls.filter((wall) => slotAt(wall) % DAY === clock).map((wall) => Math.floor(wall / DAY))),
  ) as [Set<number>, Set<number>];
  if ([...ends[0]].filter((day) => ends[1].has(day)).length < MIN_DAYS) return undefined;
  if (walls[walls.length - 1]! - walls[0]! >= WEEKS * WEEK) return [...new Set(walls.map(slotAt))].sort((a, b) => a - b);
  const open = openWeekdays([...new Set(walls.map((wall) => Math.floor(wall / DAY)))]) ?? ALL_WEEK;
  return open.flatMap((weekday) => clocks.map((clock) => weekday * DAY + clock));
}
