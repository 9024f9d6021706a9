import type { Picture } from '@percept/core';
import type { Point } from './geometry';

/** Columns and rows of the small copy on which movement is looked for. */
const COLUMNS = 96;
const ROWS = 54;
/** Values of each colour channel that are told apart in the histogram. */
const LEVELS = 4;

/** Thresholds of what happens to the whole frame: grey values 0..255, parts 0..1. */
export const CHANGES = {
  /** Part of the pixels that have other colours after a cut. */
  cut: 0.45,
  /** Search for the camera's movement, in cells of the small copy. */
  reach: { x: 12, y: 7 },
  /** The best shift must leave less than this part of the difference, of which there must be some. */
  camera: { left: 0.4, difference: 3 },
  /** Nothing moves where all but this part of the cells changed by less than so many grey values. */
  still: { cells: 0.005, difference: 8 },
} as const;

/** A small copy of a frame. */
export interface View {
  grey: Float32Array;
  /** Parts of the pixels by colour; they sum to 1. */
  histogram: Float32Array;
}

export async function viewOf(picture: Picture): Promise<View> {
  const rgb = await picture.rgb({ width: COLUMNS, height: ROWS });
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
export interface Change {
  /** Another shot begins. */
  cut: boolean;
  still: boolean;
  /** How the picture moved as a whole, in parts of its width and height; undefined where the camera stands. */
  camera?: Point;
}

export function changeBetween(before: View, now: View): Change {
  if (histogramDifference(before, now) >= CHANGES.cut) return { cut: true, still: false };
  const differences = Float32Array.from(now.grey, (value, cell) => Math.abs(value - before.grey[cell]!)).sort();
  const { cells, difference } = CHANGES.still;
  if (differences[Math.floor(differences.length * (1 - cells)) - 1]! < difference) return { cut: false, still: true };
  return { cut: false, still: false, camera: shiftBetween(before.grey, now.grey) };
}

function histogramDifference({ histogram: one }: View, { histogram: other }: View): number {
  return one.reduce((sum, part, bin) => sum + Math.abs(part - other[bin]!), 0) / 2;
}

/** The shift of the whole that explains the change best; undefined where none explains it well. */
function shiftBetween(before: Float32Array, now: Float32Array): Point | undefined {
  const unmoved = meanDifference(before, now, 0, 0);
  if (unmoved < CHANGES.camera.difference) return undefined;
  let best = { x: 0, y: 0, difference: unmoved };
  for (let y = -CHANGES.reach.y; y <= CHANGES.reach.y; y++) {
    for (let x = -CHANGES.reach.x; x <= CHANGES.reach.x; x++) {
      const difference = meanDifference(before, now, x, y);
      if (difference < best.difference) best = { x, y, difference };
    }
  }
  if (best.difference > unmoved * CHANGES.camera.left) return undefined;
  return { x: best.x / COLUMNS, y: best.y / ROWS };
}

/** Over the part that both show where the second is shifted by whole cells. */
function meanDifference(before: Float32Array, now: Float32Array, x: number, y: number): number {
  const [left, right] = [Math.max(0, x), Math.min(COLUMNS, COLUMNS + x)];
  const [top, bottom] = [Math.max(0, y), Math.min(ROWS, ROWS + y)];
  let sum = 0;
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      sum += Math.abs(now[row * COLUMNS + column]! - before[(row - y) * COLUMNS + column - x]!);
    }
  }
  return sum / ((right - left) * (bottom - top));
}
