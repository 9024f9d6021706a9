import type { TextRegion } from '@percept/sdk/models';

export interface ImagePoint {
  x: number;
  y: number;
}

/** The shape of a line less long than this many heights tells nothing about its direction. */
const CLEARLY_LONG = 1.5;
/** A digit's region is at most this many times taller than wide. */
const LONGEST_DIGIT = 3;

/** The corners of the convex hull, counter-clockwise (Andrew's monotone chain). */
export function convexHull(points: readonly ImagePoint[]): ImagePoint[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const chain = (list: readonly ImagePoint[]): ImagePoint[] => {
    const kept: ImagePoint[] = [];
    for (const point of list) {
      while (kept.length > 1 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

const turn = (a: ImagePoint, b: ImagePoint, c: ImagePoint) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/**
 * The smallest rectangle around a convex hull: it shares the direction of one of the hull's sides. Undefined for a line or a point.
 */
export function smallestRectangle(hull: readonly ImagePoint[]): TextRegion | undefined {
  let best: { region: TextRegion; area: number } | undefined;
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length]!;
    const side = Math.hypot(to.x - from.x, to.y - from.y);
    if (side === 0) continue;
    const found = along({ x: (to.x - from.x) / side, y: (to.y - from.y) / side }, hull);
    const area = found.length * found.height;
    if (area > 0 && (!best || area < best.area)) best = { region: found, area };
  }
  return best && readable(best.region);
}

/** The rectangle with this direction around points. */
export function along(direction: ImagePoint, points: readonly ImagePoint[]): TextRegion {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    const u = x * direction.x + y * direction.y;
    const v = y * direction.x - x * direction.y;
    [left, right] = [Math.min(left, u), Math.max(right, u)];
    [top, bottom] = [Math.min(top, v), Math.max(bottom, v)];
  }
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  const centre = { x: u * direction.x - v * direction.y, y: u * direction.y + v * direction.x };
  return { centre, direction, length: right - left, height: bottom - top };
}

/** Turns the direction to the longer side if one is clearly longer, else to the more level one; it points right, or down. */
function readable(region: TextRegion): TextRegion {
  const rotated = quarterTurn(region);
  const longer = region.length >= region.height ? region : rotated;
  const level = Math.abs(region.direction.x) >= Math.abs(region.direction.y) ? region : rotated;
  const chosen = isClearlyLong(longer) ? longer : level;
  const { x, y } = chosen.direction;
  const backwards = Math.abs(x) >= Math.abs(y) ? x < 0 : y < 0;
  return backwards ? halfTurn(chosen) : chosen;
}

/** The same rectangle, read along its other side. */
const quarterTurn = (region: TextRegion): TextRegion => ({
  centre: region.centre,
  direction: { x: -region.direction.y, y: region.direction.x },
  length: region.height,
  height: region.length,
});

/** The same rectangle, read from its other end. */
export const halfTurn = (region: TextRegion): TextRegion => ({
  ...region,
  direction: { x: -region.direction.x, y: -region.direction.y },
  ...(region.bend && { bend: { ...region.bend, offsets: region.bend.offsets.map((offset) => -offset).reverse() } }),
});

/** Whether a region's shape tells the direction of its text. */
export const isClearlyLong = ({ length, height }: TextRegion): boolean => length >= height * CLEARLY_LONG;

const isSteep = ({ direction: { x, y } }: TextRegion): boolean => Math.abs(y) > Math.abs(x);
const mayBeDigit = ({ length, height }: TextRegion): boolean => length <= LONGEST_DIGIT * height;

/** The short steep region of a line, turned into that of one upright digit; undefined for another region. */
export function uprightDigit(region: TextRegion): TextRegion | undefined {
  if (!isSteep(region) || !mayBeDigit(region)) return undefined;
  const rotated = quarterTurn(region);
  return rotated.direction.x < 0 ? halfTurn(rotated) : rotated;
}

/** Whether most lines run up or down, as on a page that lies on its side. */
export function runSideways(regions: readonly TextRegion[]): boolean {
  const lines = regions.filter((region) => !mayBeDigit(region));
  return lines.filter(isSteep).length > lines.length / 2;
}

/**
 * The direction of most text of a page; longer lines weigh more. Short regions that run up or down may be single upright letters,
 * so they do not count.
 */
export function commonDirection(regions: readonly TextRegion[]): ImagePoint {
  const long = regions.filter((region) => isClearlyLong(region) && (!isSteep(region) || !mayBeDigit(region)));
  const level = regions.filter((region) => isClearlyLong(region) && !isSteep(region));
  const counted = long.length > 0 ? long : level;
  const sum = (axis: keyof ImagePoint) => counted.reduce((total, { direction, length }) => total + direction[axis] * length, 0);
  const [x, y] = [sum('x'), sum('y')];
  const size = Math.hypot(x, y);
  return size > 0 ? { x: x / size, y: y / size } : { x: 1, y: 0 };
}

/** The corners in order: start and end of the upper edge, end and start of the lower one. */
export function corners({ centre, direction, length, height }: TextRegion): ImagePoint[] {
  const at = (u: number, v: number): ImagePoint => ({
    x: centre.x + u * length * direction.x - v * height * direction.y,
    y: centre.y + u * length * direction.y + v * height * direction.x,
  });
  return [at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)];
}

/** The region with these corners. */
export function regionWith(polygon: readonly ImagePoint[]): TextRegion {
  const [start, end, opposite, below] = polygon as [ImagePoint, ImagePoint, ImagePoint, ImagePoint];
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  return {
    centre: { x: (start.x + opposite.x) / 2, y: (start.y + opposite.y) / 2 },
    direction: { x: (end.x - start.x) / (length || 1), y: (end.y - start.y) / (length || 1) },
    length,
    height: Math.hypot(below.x - start.x, below.y - start.y),
  };
}
