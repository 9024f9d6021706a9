import { around, frameIn, measureHeight, polygonIn, type TextFrame, type PageLine } from './geometry';
import { findPrintedRows } from './rows';

/** How many consecutive rows a gutter must run through. */
const MIN_ROWS = 3;
/**
 * In heights of print: the minimum width of a gutter, and the maximum space between two rows. A space between words is a quarter as
 * wide.
 */
const MIN_WIDTH = 0.7;
const MAX_SPACE = 1;
/** The sign or number that begins a list entry. */
const LIST_SIGN = /^(?:[^\p{L}\p{N}]|\(?\p{N}{1,3}[.)]|\(?\p{L}[.)])$/u;

interface Span {
  left: number;
  right: number;
}

interface WordRow {
  frame: TextFrame;
  words: TextFrame[];
}

/** Cuts the level lines of a text layer at gutters that run through several rows: the cells of narrow columns. */
export function cutAtGutters(lines: readonly PageLine[]): PageLine[] {
  const rows = findPrintedRows(lines, 0);
  const worded = rows.map(({ frame, lines: places }): WordRow => ({
    frame,
    words: places
      .flatMap((place) => lines[place]!.words.map(({ polygon }) => frameIn(polygon, 0)))
      .toSorted((a, b) => a.left - b.left),
  }));
  const cut = new Map<number, PageLine[]>();
  for (const [at, row] of rows.entries())
    for (const place of row.lines)
      cut.set(
        place,
        partsOf(lines[place]!, (gap) => isGutter(gap, at, worded)),
      );
  return lines.flatMap((line, place) => cut.get(place) ?? [line]);
}

function partsOf(line: PageLine, isCut: (gap: Span) => boolean): PageLine[] {
  const frames = line.words.map(({ polygon }) => frameIn(polygon, 0));
  const parts: PageLine['words'][] = [];
  for (const [at, word] of line.words.entries()) {
    const gap = at > 0 && { left: frames[at - 1]!.right, right: frames[at]!.left };
    const isWide = gap && gap.right - gap.left >= MIN_WIDTH * measureHeight(frames[at]!);
    if (
      isWide &&
      !LIST_SIGN.test(
        parts
          .at(-1)!
          .map(({ text }) => text)
          .join(' '),
      ) &&
      isCut(gap)
    )
      parts.push([word]);
    else if (at === 0) parts.push([word]);
    else parts.at(-1)!.push(word);
  }
  return parts.length < 2 ? [line] : parts.map(lineFrom);
}

/** Makes a line of words that stand level. */
export function lineFrom(words: PageLine['words']): PageLine {
  const frame = around(words.map(({ polygon }) => frameIn(polygon, 0)));
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
  return { text: words.map(({ text }) => text).join(' '), confidence, polygon: polygonIn(frame, 0), words };
}

/** Whether enough consecutive rows leave the gap free and have words on both sides of it. */
function isGutter(gap: Span, at: number, rows: readonly WordRow[]): boolean {
  let [count, free] = [1, gap];
  for (const step of [-1, 1]) {
    for (let next = at + step; next >= 0 && next < rows.length; next += step) {
      const [row, before] = [rows[next]!, rows[next - step]!];
      const space = step > 0 ? row.frame.top - before.frame.bottom : before.frame.top - row.frame.bottom;
      if (space > MAX_SPACE * measureHeight(before.frame)) break;
      const left = row.words.filter((word) => word.left < (free.left + free.right) / 2);
      const right = row.words.slice(left.length);
      const narrowed = {
        left: Math.max(free.left, ...left.map((word) => word.right)),
        right: Math.min(free.right, ...right.map((word) => word.left)),
      };
      if (narrowed.right - narrowed.left < MIN_WIDTH * measureHeight(row.words[0] ?? row.frame)) break;
      free = narrowed;
      if (left.length > 0 && right.length > 0) count++;
    }
  }
  return count >= MIN_ROWS;
}
