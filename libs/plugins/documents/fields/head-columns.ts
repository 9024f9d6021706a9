import { amountsIn } from './amounts';
import { datesIn } from './dates';
import type { PrintedRow } from './printed-row';

type Place = PrintedRow['places'][number];
type Span = Pick<Place, 'left' | 'right'>;

const WORD = /\p{L}{2}/u;
/** A label whose value stands beside it. */
const LABEL = /:\s*$/;
const MIN_ROWS = 2;
/** A row of this size or larger, in heights of the usual print, is a title above all columns. */
const BANNER = 1.4;

/**
 * The columns in the upper part of a letter, from the left, such as the sender's beside the recipient's. Text without columns is
 * one column.
 */
export function headColumns(rows: readonly PrintedRow[]): PrintedRow[][] {
  const beside = rows.filter(isBeside);
  const spans = joined(beside.flatMap(({ places }) => places));
  const columnOf = ({ left, right }: Span) => {
    const column = Math.max(
      0,
      spans.findLastIndex((span) => span.left <= left),
    );
    const next = spans[column + 1];
    // Right-aligned text begins in the gap before its column.
    return next && left >= spans[column]!.right && right > next.left ? column + 1 : column;
  };
  const further = rows.filter(({ places }) => places.some((place) => columnOf(place) > 0));
  // A row that crosses the gap, as in the centred head of a receipt, means that there are no columns.
  const isAcross = ({ left, right }: Span) => {
    const [span, next] = spans.slice(columnOf({ left, right }));
    return span !== undefined && next !== undefined && left < span.right && right > (span.right + next.left) / 2;
  };
  const last = beside.length === 0 ? 0 : rows.lastIndexOf(beside.at(-1)!);
  const isOne = rows.slice(0, last).some(({ size, places }) => size < BANNER && places.some(isAcross));
  if (beside.length === 0 || further.length < MIN_ROWS || isOne) return [[...rows]];
  const columns = spans.map((_, column) => rows.flatMap((row) => partly(row, (place) => columnOf(place) === column)));
  return columns.filter((column) => column.length > 0);
}

/** Whether words stand beside words in the row, rather than a value beside its label. */
const isBeside = ({ text, parts }: PrintedRow): boolean =>
  parts.length > 1 &&
  parts.every((part) => WORD.test(part)) &&
  !LABEL.test(parts[0]!) &&
  amountsIn(text).length === 0 &&
  datesIn(parts[0]!, false).length === 0;

/** Merges places that overlap horizontally, from the left. */
function joined(places: readonly Place[]): Span[] {
  const spans: Span[] = [];
  for (const { left, right } of places.toSorted((one, other) => one.left - other.left)) {
    const last = spans.at(-1);
    if (last && left < last.right) last.right = Math.max(last.right, right);
    else spans.push({ left, right });
  }
  return spans;
}

/** The row with only the parts that `isHere` accepts; no row if it accepts none. */
function partly(row: PrintedRow, isHere: (place: Place) => boolean): PrintedRow[] {
  const kept = row.parts.flatMap((part, at) => (isHere(row.places[at]!) ? [{ part, place: row.places[at]! }] : []));
  if (kept.length === 0) return [];
  if (kept.length === row.parts.length) return [row];
  const parts = kept.map(({ part }) => part);
  const polygon = kept.length === 1 ? kept[0]!.place.polygon : row.polygon;
  return [{ ...row, parts, text: parts.join(' '), places: kept.map(({ place }) => place), polygon }];
}
