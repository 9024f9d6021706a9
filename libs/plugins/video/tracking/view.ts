import type { Image } from '@percept/sdk';
import type { FramePoint } from './geometry';

/** Columns and rows of the small copy in which movement is searched. */
const COLUMNS = 96;
const ROWS = 54;
/** The number of levels of each colour channel in the histogram. */
const LEVELS = 4;

/** Thresholds for changes of the whole frame: grey values 0..255, parts 0..1. */
export const CHANGES = {
  /** The minimum part of the pixels that have other colours after a cut. */
  cut: 0.45,
  /** The range of the search for the camera's movement, in cells of the small copy. */
  reach: { x: 12, y: 8 },
  /** The best shift must leave less than the part `left` of the difference, which must be at least `difference`. */
  camera: { left: 0.4, difference: 3 },
  /** Nothing moves if at most this fraction of the cells changed by this many grey values or more. */
  still: { cells: 0.005, difference: 8 },
} as const;

/** A small copy of a frame. */
export interface View {
  grey: Float32Array;
  /** Parts of the pixels by colour; they sum to 1. */
  histogram: Float32Array;
}

export async function createView(image: Image): Promise<View> {
  const rgb = await image.rgb({ width: COLUMNS, height: ROWS });
  const grey = new Float32Array(COLUMNS * ROWS);
  const histogram = new Float32Array(LEVELS ** 3);
  for (let cell = 0, at = 0; cell < grey.length; cell++, at += 3) {
    const [r, g, b] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
    grey[cell] = 0.299 * r + 0.587 * g + 0.114 * b;
    const level = (value: number) => (value * LEVELS) >> 8;
    histogram[(level(r) * LEVELS + level(g)) * LEVELS + level(b)]! += 1 / grey.length;
  }
  return { grey, histogram };
}

/** What happened between two frames. */
export interface ViewChange {
  /** Whether another shot begins. */
  cut: boolean;
  still: boolean;
  /** The movement of the whole image, in parts of its width and height; undefined if the camera stands still. */
  camera?: FramePoint;
}

export function changeBetween(before: View, now: View): ViewChange {
  if (histogramDifference(before, now) >= CHANGES.cut) return { cut: true, still: false };
  const { cells, difference } = CHANGES.still;
  const changed = now.grey.reduce((sum, value, cell) => sum + (Math.abs(value - before.grey[cell]!) >= difference ? 1 : 0), 0);
  if (changed < now.grey.length * cells) return { cut: false, still: true };
  return { cut: false, still: false, camera: shiftBetween(before.grey, now.grey) };
}

function histogramDifference({ histogram: one }: View, { histogram: other }: View): number {
  return one.reduce((sum, part, bin) => sum + Math.abs(part - other[bin]!), 0) / 2;
}

/** The shift of the whole image that explains the change best; undefined if none explains it well. */
function shiftBetween(before: Float32Array, now: Float32Array): FramePoint | undefined {
  const [earlier, later] = [planeOf(before), planeOf(now)];
  const unmoved = meanDifference(earlier, later, { x: 0, y: 0 });
  if (unmoved < CHANGES.camera.difference) return undefined;
  // First a coarse search over the whole range, then one cell around the best shift.
  const { x, y } = CHANGES.reach;
  const rough = bestShift(halved(earlier), halved(later), { x: 0, y: 0 }, { x: x / 2, y: y / 2 });
  const best = bestShift(earlier, later, { x: rough.x * 2, y: rough.y * 2 }, { x: 1, y: 1 });
  if (best.difference > unmoved * CHANGES.camera.left) return undefined;
  return { x: best.x / COLUMNS, y: best.y / ROWS };
}

/** Grey values in rows. */
interface Plane {
  values: Float32Array;
  columns: number;
  rows: number;
}

const planeOf = (values: Float32Array): Plane => ({ values, columns: COLUMNS, rows: ROWS });

function halved({ values, columns, rows }: Plane): Plane {
  const half = { columns: columns / 2, rows: rows / 2 };
  const means = new Float32Array(half.columns * half.rows);
  for (let cell = 0; cell < means.length; cell++) {
    const at = Math.floor(cell / half.columns) * 2 * columns + (cell % half.columns) * 2;
    means[cell] = (values[at]! + values[at + 1]! + values[at + columns]! + values[at + columns + 1]!) / 4;
  }
  return { values: means, ...half };
}

function bestShift(before: Plane, now: Plane, around: FramePoint, reach: FramePoint): FramePoint & { difference: number } {
  let best = { ...around, difference: Infinity };
  for (let y = around.y - reach.y; y <= around.y + reach.y; y++) {
    for (let x = around.x - reach.x; x <= around.x + reach.x; x++) {
      const difference = meanDifference(before, now, { x, y });
      if (difference < best.difference) best = { x, y, difference };
    }
  }
  return best;
}

/** The mean difference over the part that both show when the second is shifted by whole cells. */
function meanDifference(before: Plane, now: Plane, { x, y }: FramePoint): number {
  const { columns, rows } = now;
  const [left, right] = [Math.max(0, x), Math.min(columns, columns + x)];
  const [top, bottom] = [Math.max(0, y), Math.min(rows, rows + y)];
  let sum = 0;
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      sum += Math.abs(now.values[row * columns + column]! - before.values[(row - y) * columns + column - x]!);
    }
  }
  return sum / ((right - left) * (bottom - top));
}
