import type { TextRegion } from '@percept/sdk/models';
import type { ImagePoint } from './rectangle';

/** Places along a line at which its middle is measured. */
const PLACES = 24;
/** A line that is lower than this share of the rectangle around it once it is straightened is bent. */
const BENT = 0.85;
/** A line is at least this many of its own heights long. */
const LONG = 6;

type Bend = NonNullable<TextRegion['bend']>;

/** How far a bent line lies beside its axis; between its places, and beyond them, it is straight. @param u along the axis. */
export function sagAt({ step, offsets }: Bend, u: number): number {
  const at = u / step + (offsets.length - 1) / 2;
  const left = Math.min(offsets.length - 2, Math.max(0, Math.floor(at)));
  return offsets[left]! + (at - left) * (offsets[left + 1]! - offsets[left]!);
}

/** The core of a line on a bent page, as low as its print. Other cores stay as they are. @param edge of the patch of text. */
export function straightened(core: TextRegion, edge: readonly ImagePoint[]): TextRegion {
  const { centre, direction, length } = core;
  const placed = edge.map(({ x, y }) => {
    const [dx, dy] = [x - centre.x, y - centre.y];
    return { u: dx * direction.x + dy * direction.y, v: dy * direction.x - dx * direction.y };
  });
  const step = length / PLACES;
  const at = Array.from({ length: PLACES }, () => ({ sum: 0, count: 0 }));
  for (const { u, v } of placed) {
    const place = at[Math.min(PLACES - 1, Math.max(0, Math.floor(u / step + PLACES / 2)))]!;
    place.sum += v;
    place.count++;
  }
  if (at.some(({ count }) => count === 0)) return core;
  const bend: Bend = { step, offsets: at.map(({ sum, count }) => sum / count) };
  const rest = placed.map(({ u, v }) => v - sagAt(bend, u));
  const [top, bottom] = [Math.min(...rest), Math.max(...rest)];
  const height = bottom - top;
  if (height > BENT * core.height || length < LONG * height) return core;
  const mean = bend.offsets.reduce((sum, offset) => sum + offset, 0) / PLACES + (top + bottom) / 2;
  return {
    ...core,
    centre: { x: centre.x - mean * direction.y, y: centre.y + mean * direction.x },
    height,
    bend: { step, offsets: bend.offsets.map((offset) => offset + (top + bottom) / 2 - mean) },
  };
}
