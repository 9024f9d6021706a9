import { around, frameIn, heightOf, middleOf, type Frame, type Piece } from './geometry';

/** The lines on one printed row, from its beginning to its end. */
export interface Row {
  /** Indices of the row's lines in the page's `lines`. */
  lines: number[];
  frame: Frame;
}

/** The middles of two parts of a row differ by less than this share of the lower one's height. */
const SAME_ROW = 0.5;

/** The printed rows of a page, in the order of its lines. @param angle of the text. @param isWanted chooses among the lines. */
export function rowsOf(
  lines: readonly Pick<Piece, 'polygon'>[],
  angle: number,
  isWanted: (line: number) => boolean = () => true,
): Row[] {
  const rows: { at: number; frame: Frame }[][] = [];
  for (const [at, { polygon }] of lines.entries()) {
    if (!isWanted(at)) continue;
    const part = { at, frame: frameIn(polygon, angle) };
    const row = rows.at(-1);
    if (row && row.every((before) => isBeside(before.frame, part.frame))) row.push(part);
    else rows.push([part]);
  }
  return rows.map((parts) => {
    const sorted = parts.toSorted((a, b) => a.frame.left - b.frame.left);
    return { lines: sorted.map(({ at }) => at), frame: around(sorted.map(({ frame }) => frame)) };
  });
}

function isBeside(one: Frame, other: Frame): boolean {
  const height = Math.min(heightOf(one), heightOf(other));
  const isApart = one.right - other.left < height || other.right - one.left < height;
  return isApart && Math.abs(middleOf(one) - middleOf(other)) < SAME_ROW * height;
}
