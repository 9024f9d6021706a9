import type { TextRegion } from '@percept/sdk/models';
import { commonDirection } from '../rectangle';
import { byColumns } from './columns';
import { measureBends } from './page-bend';
import type { PositionedLine } from './positioned-line';

/**
 * The lines in the order of reading, even on a turned page: columns of running text in sequence, everything else row by
 * row, top to bottom and left to right.
 */
export function inReadingOrder<T extends { region: TextRegion }>(lines: readonly T[]): T[] {
  const regions = lines.map(({ region }) => region);
  const direction = commonDirection(regions);
  const lower = measureBends(regions, direction);
  const positioned = lines.map((line, at): PositionedLine<T> => {
    const { centre, length, height } = line.region;
    const u = centre.x * direction.x + centre.y * direction.y;
    return { line, u, v: centre.y * direction.x - centre.x * direction.y - lower[at]!, length, height };
  });
  return byColumns(positioned, rowByRow).map(({ line }) => line);
}

function rowByRow<T>(positioned: readonly PositionedLine<T>[]): PositionedLine<T>[] {
  const rows: PositionedLine<T>[][] = [];
  for (const each of [...positioned].sort((a, b) => a.v - b.v)) {
    const row = rows.find((before) => beside(before.at(-1)!, each));
    if (row) row.push(each);
    else rows.push([each]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.u - b.u));
}

const beside = <T>(a: PositionedLine<T>, b: PositionedLine<T>) => Math.abs(a.v - b.v) < Math.min(a.height, b.height) / 2;
