import type { TextRegion } from '@percept/sdk/models';

/** Number of places tested along the middle of a region. */
const PLACES = 16;
/** From this share on, other regions already show what the region shows. */
const MOST = 0.5;

/** Whether most of a region lies in longer regions. */
export function isCovered(region: TextRegion, all: readonly TextRegion[]): boolean {
  const longer = all.filter(({ length }) => length > region.length);
  const covered = Array.from({ length: PLACES }, (_, index) => {
    const along = ((index + 0.5) / PLACES - 0.5) * region.length;
    const { centre, direction } = region;
    return { x: centre.x + along * direction.x, y: centre.y + along * direction.y };
  }).filter((place) => longer.some((other) => holds(other, place)));
  return covered.length >= MOST * PLACES;
}

function holds({ centre, direction, length, height }: TextRegion, { x, y }: { x: number; y: number }): boolean {
  const [dx, dy] = [x - centre.x, y - centre.y];
  const [u, v] = [dx * direction.x + dy * direction.y, dy * direction.x - dx * direction.y];
  return Math.abs(u) <= length / 2 && Math.abs(v) <= height / 2;
}
