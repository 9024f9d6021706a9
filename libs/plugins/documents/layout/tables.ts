import { around, frameIn, measureHeight, middleValue, findMiddle, type TextFrame, type PageLine } from './geometry';
import type { LineRow } from './rows';

export interface TableCell {
  row: number;
  column: number;
  /** Indices of the cell's lines in the page's `lines`. */
  lines: number[];
  frame: TextFrame;
  columnSpan: number;
  rowSpan: number;
}

export interface Table {
  rows: number;
  columns: number;
  /** The cells row by row. */
  cells: TableCell[];
  frame: TextFrame;
  /** The printed rows that the table covers. */
  of: LineRow[];
}

interface Span {
  left: number;
  right: number;
}

/** Consecutive rows that may form a table. */
interface Run {
  of: LineRow[];
  /** The cells of each row. */
  rows: Span[][];
  columns: Span[];
}

/** How many rows of at least two cells a table needs. */
const MIN_ROWS = 3;
/** A column title contains no number except in a year, quarter or half-year. */
const TITLE = /^\D*(?:\b(?:(?:19|20)\d\d|[QH]\d)\b\D*)?$/;
/** A space between rows of more than this many heights of print ends a table. */
const MAX_GAP = 2.5;

/** Finds tables by the alignment of their cells: consecutive rows whose parts share their columns. */
export function findAlignedTables(lines: readonly PageLine[], rows: readonly LineRow[], angle: number): Table[] {
  const frames = lines.map(({ polygon }) => frameIn(polygon, angle));
  const tables: Table[] = [];
  let run: Run | undefined;
  const end = () => {
    const table = run && tableFrom(run.of, run.columns, { lines, frames });
    if (table) tables.push(table);
    run = undefined;
  };
  for (const row of rows) {
    const spans = row.lines.map((line) => frames[line]!);
    const columns = run && isNear(run.of.at(-1)!, row) ? joined(run, spans) : undefined;
    if (columns) run = { of: [...run!.of, row], rows: [...run!.rows, spans], columns };
    else {
      end();
      if (spans.length >= 2) run = { of: [row], rows: [spans], columns: mergedSpans(spans) };
    }
  }
  end();
  return tables;
}

const isNear = (before: LineRow, after: LineRow): boolean =>
  after.frame.top - before.frame.bottom < MAX_GAP * Math.min(measureHeight(before.frame), measureHeight(after.frame));

/**
 * The columns of rows of cells. A cell across several columns, such as a title, is not a column: the rows with most cells count
 * first.
 */
function columnsOf(rows: readonly (readonly Span[])[]): Span[] {
  const columns: Span[] = [];
  for (const cell of rows.toSorted((a, b) => b.length - a.length).flat()) {
    const [column, ...others] = columns.filter((each) => overlaps(each, cell));
    if (!column) columns.push({ left: cell.left, right: cell.right });
    else if (others.length === 0)
      Object.assign(column, { left: Math.min(column.left, cell.left), right: Math.max(column.right, cell.right) });
  }
  return mergedSpans(columns);
}

/** The columns after adding a row; undefined if the row does not fit into them. */
function joined({ rows, columns }: Run, row: readonly Span[]): Span[] | undefined {
  if (row.length === 1) {
    // The rest of a cell whose text wraps onto a second row.
    return columns.filter((column) => overlaps(column, row[0]!)).length === 1 && isInside(row[0]!, columns) ? columns : undefined;
  }
  const found = columnsOf([...rows, row]);
  return found.length >= 2 && found.length >= Math.min(columns.length, row.length) ? found : undefined;
}

const overlaps = (one: Span, other: Span): boolean => one.left < other.right && other.left < one.right;
const isInside = (span: Span, columns: readonly Span[]): boolean =>
  span.left >= Math.min(...columns.map(({ left }) => left)) && span.right <= Math.max(...columns.map(({ right }) => right));

function mergedSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { left, right } of spans.toSorted((a, b) => a.left - b.left)) {
    const last = merged.at(-1);
    if (last && left < last.right) last.right = Math.max(last.right, right);
    else merged.push({ left, right });
  }
  return merged;
}

function tableFrom(
  rows: readonly LineRow[],
  columns: readonly Span[],
  { lines, frames }: { lines: readonly PageLine[]; frames: readonly TextFrame[] },
): Table | undefined {
  const whole = withoutEdges(rows);
  if (whole.filter(({ lines }) => lines.length >= 2).length < MIN_ROWS) return undefined;
  const cells: TableCell[] = [];
  let count = 0;
  const height = middleValue(whole.map(({ frame }) => measureHeight(frame)));
  for (const [index, row] of whole.entries()) {
    const before = whole[index - 1];
    const isRest =
      row.lines.length === 1 && before !== undefined && findMiddle(row.frame) - findMiddle(before.frame) < 1.6 * height;
    if (!isRest) count++;
    for (const line of row.lines) place(cells, line, { frame: frames[line]!, row: count - 1, columns });
  }
  spanHead(cells, columns.length, lines);
  return { rows: count, columns: columns.length, cells, frame: around(whole.map(({ frame }) => frame)), of: whole };
}

/**
 * Gives the cells of a two-row head their spans. An upper cell spans the columns whose titles stand nearest below it; without such
 * titles it is two rows tall. Its own place says little: a narrow text over wide columns stands above only one of them.
 */
function spanHead(cells: readonly TableCell[], columns: number, lines: readonly PageLine[]): void {
  const [upper, lower] = [0, 1].map((at) => cells.filter(({ row }) => row === at).toSorted((a, b) => a.column - b.column));
  const isTitle = (cell: TableCell) => cell.column > 0 && cell.lines.every((place) => TITLE.test(lines[place]!.text));
  if (!lower!.length || !lower!.every(isTitle)) return;
  const isAbove = ({ column, columnSpan }: TableCell) =>
    lower!.some((title) => title.column >= column && title.column < column + columnSpan);
  const near = upper!.filter(isAbove);
  const above = lower!.map((title) => near.toSorted((a, b) => apart(a, title) - apart(b, title))[0]);
  const heads = upper!.map((head) => ({ head, titles: lower!.filter((_, at) => above[at] === head) }));
  const isWhole = heads.every(({ titles }) => !titles.length || titles.at(-1)!.column - titles[0]!.column === titles.length - 1);
  const covered = heads.reduce((sum, { head, titles }) => sum + (titles.length || head.columnSpan), 0);
  if (!isWhole || covered !== columns || heads.every(({ titles }) => titles.length < 2)) return;
  for (const { head, titles } of heads)
    Object.assign(head, titles.length ? { column: titles[0]!.column, columnSpan: titles.length } : { rowSpan: 2 });
}

const apart = ({ frame: a }: TableCell, { frame: b }: TableCell): number => Math.max(0, a.left - b.right, b.left - a.right);

/** Removes rows of one part from the start and the end of a table: they are the text around it. */
function withoutEdges(rows: readonly LineRow[]): LineRow[] {
  const isFull = ({ lines }: LineRow) => lines.length >= 2;
  return rows.slice(rows.findIndex(isFull), rows.findLastIndex(isFull) + 1);
}

function place(
  cells: TableCell[],
  line: number,
  { frame, row, columns }: { frame: TextFrame; row: number; columns: readonly Span[] },
): void {
  const within = columns.map((column, index) => (overlaps(column, frame) ? index : -1)).filter((index) => index >= 0);
  const column = within[0] ?? 0;
  const known = cells.find((cell) => cell.row === row && cell.column === column);
  if (!known) return void cells.push({ row, column, lines: [line], frame, columnSpan: Math.max(1, within.length), rowSpan: 1 });
  known.lines.push(line);
  known.frame = around([known.frame, frame]);
}
