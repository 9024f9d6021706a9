import type { TextRegion } from '@percept/sdk/models';

/** A line of text on its page, in coordinates along the text and across it. */
interface Slanted {
  /** The middle of the line, along the text. */
  u: number;
  /** How steeply the line falls. */
  slope: number;
  length: number;
  height: number;
}

/** A shorter line, in its own heights, has no clear slope. */
const LONG = 4;
const MIN_LINES = 8;
/** The bend explains at least this share of the slopes, and moves text by this share of its height. */
const EXPLAINED = 0.5;
const MOVED = 0.5;

/**
 * How much lower than its row a line lies, because the page is bent, as curled paper is: the slopes of its lines then change steadily
 * from one side to the other. 0 on a flat page.
 */
export function measureBend(lines: readonly Slanted[]): (line: Pick<Slanted, 'u' | 'length'>) => number {
  const flat = () => 0;
  const long = lines.filter(({ length, height }) => length >= LONG * height);
  if (long.length < MIN_LINES) return flat;
  const weight = long.reduce((sum, { length }) => sum + length, 0);
  const mean = (value: (line: Slanted) => number) => long.reduce((sum, line) => sum + value(line) * line.length, 0) / weight;
  const [middle, tilt] = [mean(({ u }) => u), mean(({ slope }) => slope)];
  const spread = mean(({ u }) => (u - middle) ** 2);
  const common = mean(({ u, slope }) => (u - middle) * (slope - tilt));
  const curve = common / (spread || 1);
  const explained = (curve * common) / (mean(({ slope }) => (slope - tilt) ** 2) || 1);
  const reach = Math.max(...long.map(({ u, length }) => Math.abs(u - middle) + length / 2));
  const heights = long.map(({ height }) => height).sort((a, b) => a - b);
  if (explained < EXPLAINED || (Math.abs(curve) / 2) * reach ** 2 < MOVED * heights[heights.length >> 1]!) return flat;
  // The second part is the mean over the line's length.
  return ({ u, length }) => tilt * (u - middle) + (curve / 2) * ((u - middle) ** 2 + length ** 2 / 12);
}

/** The bend for each line of a page. @param along the direction of the page's text. */
export function measureBends(regions: readonly TextRegion[], along: TextRegion['direction']): number[] {
  const slanted = regions.map(({ centre, direction, length, height }): Slanted => ({
    u: centre.x * along.x + centre.y * along.y,
    slope: (direction.y * along.x - direction.x * along.y) / (direction.x * along.x + direction.y * along.y || 1),
    length,
    height,
  }));
  return slanted.map(measureBend(slanted));
}
