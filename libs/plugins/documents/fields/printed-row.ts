import type { ReadingPage, PlacedText, LayoutPoint } from '../layout/geometry';
import { frameIn, findMiddle, polygonIn } from '../layout/geometry';
import { flatFrames, findPrintedRows } from '../layout/rows';

interface PartPlace {
  left: number;
  right: number;
  polygon: LayoutPoint[];
}

/** A printed row of a page, with the properties that the rules use. */
export interface PrintedRow {
  page: number;
  unit: 'inch' | 'pixel';
  /** The texts of the row's parts, joined by spaces. */
  text: string;
  parts: string[];
  /** The place of each part; `left` and `right` run along its line. */
  places: PartPlace[];
  /** Confidence of the least certain part. */
  confidence: number;
  polygon: LayoutPoint[];
  /** Height of the row's print, as a share of the page's usual height. */
  size: number;
}

/** The rows of a page from its top. The reading order may keep each table column together; here the cells of a row are together. */
export function printedRows(page: ReadingPage): PrintedRow[] {
  const flat = flatFrames(page.lines, page.angle);
  const sorted = page.lines
    .map((line, at) => ({ line, middle: findMiddle(flat[at]!) }))
    .sort((one, other) => one.middle - other.middle)
    .map(({ line }) => line);
  const rows = findPrintedRows(sorted, page.angle);
  const heights = rows.map(({ frame }) => frame.bottom - frame.top).sort((a, b) => a - b);
  const print = heights[heights.length >> 1] || 1;
  return rows.map(({ lines, frame }) => {
    const parts: PlacedText[] = lines.map((line) => sorted[line]!);
    return {
      page: page.number,
      unit: page.unit,
      text: parts.map(({ text }) => text).join(' '),
      parts: parts.map(({ text }) => text),
      places: parts.map(({ polygon }) => {
        const { left, right } = frameIn(polygon, page.angle);
        return { left, right, polygon };
      }),
      confidence: Math.min(...parts.map(({ confidence }) => confidence)),
      polygon: polygonIn(frame, page.angle),
      size: (frame.bottom - frame.top) / print,
    };
  });
}

/** Whether one part stands over another, somewhere along their lines. */
export const isAbove = (one: PartPlace, other: PartPlace): boolean => one.left < other.right && one.right > other.left;

/** The part of the row above that stands over the part at this place of the row's text. */
export function textAbove(row: PrintedRow, start: number, above: PrintedRow | undefined): string | undefined {
  let end = -1;
  const at = row.parts.findIndex((part) => (end += part.length + 1) >= start);
  const over = above?.places.findIndex((place) => isAbove(place, row.places[at]!)) ?? -1;
  return above?.parts[over];
}

/** A value found on a row. */
export interface FoundValue<T> {
  value: T;
  /** The text as printed. */
  text: string;
  /** From 0 to 1. */
  confidence: number;
  row: PrintedRow;
}

export const found = <T>(value: T, text: string, certainty: number, row: PrintedRow): FoundValue<T> => ({
  value,
  text: text.trim(),
  confidence: certainty * row.confidence,
  row,
});
