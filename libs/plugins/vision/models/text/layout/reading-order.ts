import type { TextRegion } from '@percept/sdk/models';
import { commonDirection } from '../rectangle';
import { byColumns } from './columns';
import { bendOf } from './page-bend';
import type { PositionedLine } from './positioned-line';

/**
 * The lines in the order of reading, even on a turned page: columns of running text in sequence, everything else row by
 * row, top to bottom and left to right.
 */
export function inReadingOrder<T extends { region: TextRegion }>(lines: readonly T[]): T[] {
  const direction = commonDirection(lines.map(({ region }) => region));
  const positioned = lines.map((line): PositionedLine<T> => {
    const { centre, length, height } = line.region;
    const u = centre.x * direction.x + centre.y * direction.y;
    return { line, u, v: centre.y * direction.x - centre.x * direction.y, length, height };
  });
  const lower = bendOf(positioned.map((each) => ({ ...each, slope: slopeOf(each.line.region, direction) })));
  return byColumns(
    positioned.map((each) => ({ ...each, v: each.v - lower(each) })),
    rowByRow,
  ).map(({ line }) => line);
}

/** How steeply a line falls on a page whose text runs along `along`. */
const slopeOf = ({ direction }: TextRegion, along: TextRegion['direction']): number =>
  (direction.y * along.x - direction.x * along.y) / (direction.x * along.x + direction.y * along.y || 1);

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
