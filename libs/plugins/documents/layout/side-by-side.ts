import { measureHeight, middleValue, findMiddle, type TextFrame } from './geometry';

/** A line and its text. */
export interface Said {
  frame: TextFrame;
  text: string;
}

/** How many rows and columns a table needs. */
const [MIN_ROWS, MIN_COLUMNS] = [3, 2];
/** Lines are on one row if their middles differ by less than this share of the print's height. */
const SAME_ROW = 0.4;
/** How much wider the space between two tables is than that between columns; from the second factor on this alone decides. */
const [WIDER, MUCH_WIDER] = [1.8, 3];
/** In the first column of a table, at least this share of the cells are words: the names of its rows. */
const MOSTLY = 0.6;

/** Whether the two sides of a gutter are separate tables although their rows line up. */
export function areTwoTables(left: readonly Said[], right: readonly Said[]): boolean {
  const print = middleValue([...left, ...right].map(({ frame }) => measureHeight(frame)));
  const [one, other] = [gridFrom(left, print), gridFrom(right, print)];
  if (!one || !other) return false;
  const gutter = other.left - one.right;
  const between = Math.max(one.gap, other.gap, print);
  if (gutter < WIDER * between) return false;
  if (repeats(one.head, other.head)) return true;
  if (!one.isNamed || !other.isNamed) return false;
  const endElsewhere = Math.abs(one.top - other.top) > print || Math.abs(one.bottom - other.bottom) > print;
  return endElsewhere || gutter >= MUCH_WIDER * between;
}

interface Columns {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The space between the columns. */
  gap: number;
  head: string[];
  /** Whether the first column has words. */
  isNamed: boolean;
}

function gridFrom(lines: readonly Said[], print: number): Columns | undefined {
  const full = rowsFrom(lines, print).filter((row) => row.length >= MIN_COLUMNS);
  if (full.length < MIN_ROWS) return undefined;
  const columns = columnsFrom(full.flat());
  if (columns.length < MIN_COLUMNS) return undefined;
  const [first] = columns;
  const names = full.slice(1).flatMap((row) => row.filter(({ frame }) => frame.left < first!.right));
  return {
    ...{ left: first!.left, right: columns.at(-1)!.right },
    ...{ top: findMiddle(full[0]![0]!.frame), bottom: findMiddle(full.at(-1)![0]!.frame) },
    gap: middleValue(columns.slice(1).map(({ left }, at) => left - columns[at]!.right)),
    head: full[0]!.map(({ text }) => text.trim().toLowerCase()),
    isNamed: names.filter(({ text }) => /\p{L}{2}/u.test(text)).length >= MOSTLY * names.length,
  };
}

/** The rows from top to bottom, each from left to right. */
function rowsFrom(lines: readonly Said[], print: number): Said[][] {
  const rows: Said[][] = [];
  for (const line of lines.toSorted((a, b) => findMiddle(a.frame) - findMiddle(b.frame))) {
    const last = rows.at(-1);
    if (last && findMiddle(line.frame) - findMiddle(last[0]!.frame) < SAME_ROW * print) last.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.frame.left - b.frame.left));
}

function columnsFrom(lines: readonly Said[]): { left: number; right: number }[] {
  const columns: { left: number; right: number }[] = [];
  for (const { frame } of lines.toSorted((a, b) => a.frame.left - b.frame.left)) {
    const last = columns.at(-1);
    if (last && frame.left < last.right) last.right = Math.max(last.right, frame.right);
    else columns.push({ left: frame.left, right: frame.right });
  }
  return columns;
}

/** Whether half of the words above the columns also stand above those of the other table. */
function repeats(head: readonly string[], other: readonly string[]): boolean {
  const words = other.filter((text) => /\p{L}{2}/u.test(text));
  return words.length > 0 && words.filter((text) => head.includes(text)).length * 2 >= words.length;
}
