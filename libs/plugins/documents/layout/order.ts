import { inReadingOrder as ordered } from '@percept/sdk/models';
import type { Line } from './geometry';

/** The lines in reading order: a PDF may hold them in any order. */
export function inReadingOrder(lines: readonly Line[]): Line[] {
  return ordered(lines.map((line) => ({ line, region: regionOf(line) }))).map(({ line }) => line);
}

function regionOf({ polygon }: Line) {
  const [start, end, opposite, below] = polygon as [Corner, Corner, Corner, Corner];
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  return {
    centre: { x: (start.x + opposite.x) / 2, y: (start.y + opposite.y) / 2 },
    direction: { x: (end.x - start.x) / (length || 1), y: (end.y - start.y) / (length || 1) },
    length,
    height: Math.hypot(below.x - start.x, below.y - start.y),
  };
}

interface Corner {
  x: number;
  y: number;
}
