import type { PositionedLine } from './positioned-line';

/**
 * A column of running text has at least this many lines. They have at least this length per height, and half of them are nearly as
 * wide as the column.
 */
const MIN_LINES = 3;
const MIN_LENGTH = 6;
const FULL = 0.6;
/** The minimum width of its right neighbour, relative to the column: prices next to names are not a column. */
const LIKE_WIDTH = 0.4;
/** The largest number of lines across a gutter (headlines), as a share of the lines beside it. */
const ACROSS = 0.25;
/** The gutter, as a share of a line's height. The detector's boxes reach into it from both sides. */
const GUTTER = 0.2;

type Lines<T> = readonly PositionedLine<T>[];

interface Gutter<T> {
  left: Lines<T>;
  right: Lines<T>;
  across: Lines<T>;
}

/**
 * Reads a page in columns column by column, between one headline across them and the next; orders a page without columns by
 * `plain`. Lists, forms and receipts also have columns, but with short lines, and are read row by row.
 */
export function byColumns<T>(lines: Lines<T>, plain: (lines: Lines<T>) => PositionedLine<T>[]): PositionedLine<T>[] {
  const gutter = gutterOf(lines);
  if (!gutter) return plain(lines);
  const { left, right, across } = gutter;
  const heads = plain(across);
  const ordered: PositionedLine<T>[] = [];
  let top = -Infinity;
  for (const head of [...heads, undefined]) {
    const bottom = head?.v ?? Infinity;
    const between = (side: Lines<T>) => side.filter(({ v }) => v > top && v <= bottom);
    ordered.push(...byColumns(between(left), plain), ...byColumns(between(right), plain));
    if (head) ordered.push(head);
    top = Math.max(top, bottom);
  }
  return ordered;
}

const start = ({ u, length }: PositionedLine<unknown>) => u - length / 2;
const end = ({ u, length }: PositionedLine<unknown>) => u + length / 2;

/** The upright strip to the right of a column that the fewest lines cross; undefined if there is none. More columns may follow. */
function gutterOf<T>(lines: Lines<T>): Gutter<T> | undefined {
  if (lines.length < MIN_LINES * 2) return undefined;
  const minGap = median(lines.map(({ height }) => height)) * GUTTER;
  let best: Gutter<T> | undefined;
  for (const edge of new Set(lines.map(end).sort((a, b) => a - b))) {
    const left = lines.filter((line) => end(line) <= edge);
    const right = lines.filter((line) => start(line) >= edge + minGap);
    const across = lines.filter((line) => end(line) > edge && start(line) < edge + minGap);
    if (across.length > (left.length + right.length) * ACROSS || (best && best.across.length <= across.length)) continue;
    if (areColumns(left, right)) best = { left, right, across };
  }
  return best;
}

function areColumns(left: Lines<unknown>, right: Lines<unknown>): boolean {
  if (Math.min(left.length, right.length) < MIN_LINES || widthOf(right) < widthOf(left) * LIKE_WIDTH) return false;
  return isRunningText(left) && isRunningText(right) && median(left.map(({ length }) => length)) >= FULL * widthOf(left);
}

const isRunningText = (lines: Lines<unknown>) =>
  median(lines.map(({ length }) => length)) >= MIN_LENGTH * median(lines.map(({ height }) => height));

const widthOf = (lines: Lines<unknown>) => Math.max(...lines.map(end)) - Math.min(...lines.map(start));

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
