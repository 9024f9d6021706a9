import { around, frameIn, measureHeight, middleValue, type TextFrame, type PageLine } from './geometry';
import type { LineRow } from './rows';

type ParagraphRole = 'title' | 'heading';

export interface Paragraph {
  /** Indices of the paragraph's lines in the page's `lines`. */
  lines: number[];
  frame: TextFrame;
  /** The paragraph's role, if its size tells. */
  role?: ParagraphRole;
}

/** A gap ends a paragraph if it exceeds this many heights of a row, or if it is wider than usual by the second factor. */
const GAP = 0.9;
const WIDER = 0.4;
/** Print sizes within one paragraph differ by less than this factor. */
const SIZE = 1.25;
/** Print that is larger than the page's usual print by these factors, on at most two rows. */
const ROLES: readonly [ParagraphRole, number][] = [
  ['title', 1.7],
  ['heading', 1.2],
];

/** Groups rows that follow each other closely in the same print. @param rows those outside tables. */
export function findParagraphs(lines: readonly PageLine[], rows: readonly LineRow[], angle: number): Paragraph[] {
  const gaps = rows.map((row, at) =>
    at > 0 && follows(rows[at - 1]!, row) ? row.frame.top - rows[at - 1]!.frame.bottom : Infinity,
  );
  const usual = middleValue(gaps.filter((gap) => gap < Infinity));
  const groups: LineRow[][] = [];
  for (const [at, row] of rows.entries()) {
    if (gaps[at]! < usual + WIDER * measureHeight(row.frame)) groups.at(-1)!.push(row);
    else groups.push([row]);
  }
  const print = middleValue(lines.map(({ polygon }) => measureHeight(frameIn(polygon, angle))));
  return groups.map((group) => {
    const size = middleValue(group.map(({ frame }) => measureHeight(frame)));
    const role = group.length <= 2 ? ROLES.find(([, factor]) => size >= print * factor)?.[0] : undefined;
    return {
      lines: group.flatMap((row) => row.lines),
      frame: around(group.map(({ frame }) => frame)),
      ...(role && { role }),
    };
  });
}

function follows(before: LineRow, after: LineRow): boolean {
  // Running text is not split within a row.
  if (before.lines.length > 1 || after.lines.length > 1) return false;
  const [a, b] = [measureHeight(before.frame), measureHeight(after.frame)];
  if (Math.max(a, b) > SIZE * Math.min(a, b)) return false;
  const gap = after.frame.top - before.frame.bottom;
  const isUnder = after.frame.left < before.frame.right && before.frame.left < after.frame.right;
  return isUnder && gap > -0.5 * a && gap < GAP * Math.min(a, b);
}
