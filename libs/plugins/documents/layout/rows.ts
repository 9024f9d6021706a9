import { measureBends } from '../../vision/models/text/layout/page-bend';
import { regionWith } from '../../vision/models/text/rectangle';
import { around, frameIn, measureHeight, findMiddle, type TextFrame, type PlacedText } from './geometry';

/** The lines on one printed row, from its beginning to its end. */
export interface LineRow {
  /** Indices of the row's lines in the page's `lines`. */
  lines: number[];
  frame: TextFrame;
}

/** The middles of two parts of a row differ by less than this share of the lower one's height. */
const SAME_ROW = 0.5;

/** The printed rows of a page, in the order of its lines. @param angle of the text. @param isWanted chooses among the lines. */
export function findPrintedRows(
  lines: readonly Pick<PlacedText, 'polygon'>[],
  angle: number,
  isWanted: (line: number) => boolean = () => true,
): LineRow[] {
  const rows: { at: number; frame: TextFrame; flat: TextFrame }[][] = [];
  const flat = flatFrames(lines, angle);
  for (const [at, { polygon }] of lines.entries()) {
    if (!isWanted(at)) continue;
    const part = { at, frame: frameIn(polygon, angle), flat: flat[at]! };
    const row = rows.at(-1);
    if (row && row.every((before) => isBeside(before.flat, part.flat))) row.push(part);
    else rows.push([part]);
  }
  return rows.map((parts) => {
    const sorted = parts.toSorted((a, b) => a.frame.left - b.frame.left);
    return { lines: sorted.map(({ at }) => at), frame: around(sorted.map(({ frame }) => frame)) };
  });
}

/** The frames of the lines as they lie on a flat page. */
export function flatFrames(lines: readonly Pick<PlacedText, 'polygon'>[], angle: number): TextFrame[] {
  const turned = (angle * Math.PI) / 180;
  const along = { x: Math.cos(turned), y: Math.sin(turned) };
  const lower = measureBends(
    lines.map(({ polygon }) => regionWith(polygon)),
    along,
  );
  return lines.map(({ polygon }, at) => {
    const frame = frameIn(polygon, angle);
    return { ...frame, top: frame.top - lower[at]!, bottom: frame.bottom - lower[at]! };
  });
}

function isBeside(one: TextFrame, other: TextFrame): boolean {
  const height = Math.min(measureHeight(one), measureHeight(other));
  const isApart = one.right - other.left < height || other.right - one.left < height;
  return isApart && Math.abs(findMiddle(one) - findMiddle(other)) < SAME_ROW * height;
}
