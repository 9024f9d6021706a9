import type { TextRegion } from '../tasks';

/** Top to bottom, and from left to right what stands beside each other. */
export function inReadingOrder<T extends { region: TextRegion }>(lines: readonly T[]): T[] {
  const rows: T[][] = [];
  for (const line of lines.toSorted((a, b) => a.region.centre.y - b.region.centre.y)) {
    const row = rows.find((each) => besides(each.at(-1)!.region, line.region));
    if (row) row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.region.centre.x - b.region.centre.x));
}

const besides = (a: TextRegion, b: TextRegion) => Math.abs(a.centre.y - b.centre.y) < Math.min(a.height, b.height) / 2;
