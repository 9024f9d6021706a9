import { around, frameIn, measureHeight, middleValue, findMiddle, type PlacedText } from './geometry';
import { areTwoTables, type Said } from './side-by-side';

/** How many lines a gutter needs on either side. */
const MIN_LINES = 6;
/** Lines across the gutter are on one row if their middles differ by less than this share of the print's height. */
const SAME_ROW = 0.4;
/** If more than this share of one side's lines are level with lines of the other side, both sides are columns of one table. */
const MAX_SHARED = 0.5;
/** The width of a gutter in heights of print; the second is for columns of running text. */
const MIN_WIDTH = 3;
const NARROW = 0.8;
/** A column is running text if half of its lines fill this share of its width with at least this many words. */
const FULL = { share: 0.75, words: 4 };

interface Placed extends Said {
  at: number;
}

/** A gutter between two parts of a page. It ends at lines that cross it, such as headlines. */
interface Gutter {
  left: Placed[];
  right: Placed[];
  above: Placed[];
  below: Placed[];
}

/**
 * Separates parts of a page that are side by side and unrelated, such as a side bar and a table. Returns the indices of their
 * lines, part by part in reading order. Columns whose rows line up stay together unless they are two tables.
 */
export function splitRegions(lines: readonly Pick<PlacedText, 'polygon' | 'text'>[], angle: number): number[][] {
  const placed = lines.map(({ polygon, text }, at) => ({ at, text, frame: frameIn(polygon, angle) }));
  return split(placed).map((part) => part.map(({ at }) => at).toSorted((a, b) => a - b));
}

function split(lines: Placed[]): Placed[][] {
  const gutter =
    lines.length < 2 * MIN_LINES ? undefined : (widest(lines, MIN_WIDTH, isApart) ?? widest(lines, NARROW, areRunning));
  if (!gutter) return lines.length > 0 ? [lines] : [];
  const { above, left, right, below } = gutter;
  return [...split(above), ...split(left), ...split(right), ...split(below)];
}

/**
 * The gutter with the most lines on its smaller side.
 * @param width in heights of print.
 * @param isOne decides whether it is a gutter.
 */
function widest(lines: readonly Placed[], width: number, isOne: (sides: Sides, print: number) => boolean): Gutter | undefined {
  const print = middleValue(lines.map(({ frame }) => measureHeight(frame)));
  const sorted = lines.toSorted((a, b) => findMiddle(a.frame) - findMiddle(b.frame));
  const step = print / 4;
  const edges = new Set(lines.map(({ frame }) => Math.ceil((frame.right + (width * print) / 2) / step) * step));
  let best: Sides | undefined;
  for (const x of edges) {
    for (const sides of sidesAt(x, sorted, width * print)) {
      if (smaller(sides) > (best ? smaller(best) : MIN_LINES - 1) && isOne(sides, print)) best = sides;
    }
  }
  if (!best) return undefined;
  return { left: best.left, right: best.right, above: sorted.slice(0, best.from), below: sorted.slice(best.to) };
}

/** The lines on both sides of a gutter, within a range of the sorted lines. */
interface Sides {
  left: Placed[];
  right: Placed[];
  from: number;
  to: number;
}

const smaller = ({ left, right }: Sides): number => Math.min(left.length, right.length);

/** @param x the middle of the gutter. @param sorted from top to bottom. @param width of the gutter. */
function* sidesAt(x: number, sorted: readonly Placed[], width: number): Generator<Sides> {
  const [from, to] = [x - width / 2, x + width / 2];
  let sides: Sides = { left: [], right: [], from: 0, to: 0 };
  for (const [at, line] of sorted.entries()) {
    if (line.frame.right <= from) sides.left.push(line);
    else if (line.frame.left >= to) sides.right.push(line);
    else {
      yield { ...sides, to: at };
      // The line itself belongs above the next sides.
      sides = { left: [], right: [], from: at + 1, to: at + 1 };
    }
  }
  yield { ...sides, to: sorted.length };
}

const isApart = (sides: Sides, print: number): boolean =>
  areRunning(sides) || !isTable(sides, print) || areTwoTables(sides.left, sides.right);

const areRunning = ({ left, right }: Sides): boolean => isRunning(left) && isRunning(right);

/** Whether words fill the lines of a column, as in a paragraph. */
function isRunning(lines: readonly Placed[]): boolean {
  const { left, right } = around(lines.map(({ frame }) => frame));
  const full = lines.filter(
    ({ frame, text }) => frame.right - frame.left >= FULL.share * (right - left) && text.split(' ').length >= FULL.words,
  );
  return full.length * 2 >= lines.length;
}

function isTable({ left, right }: Sides, print: number): boolean {
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  let next = 0;
  const shared = few.filter(({ frame }) => {
    const middle = findMiddle(frame);
    while (next < many.length && findMiddle(many[next]!.frame) < middle - SAME_ROW * print) next++;
    return next < many.length && findMiddle(many[next]!.frame) < middle + SAME_ROW * print;
  });
  return shared.length > MAX_SHARED * few.length;
}
