import type { Content, ContentSpan } from '../content/content';
import { polygonIn, type TextFrame, type PlacedText, type LayoutPoint, type ReadingPage } from '../layout/geometry';
import { type KeyValue, findKeyValues } from '../layout/key-values';
import type { SeenPage } from '../pages/pages';
import type { Level } from './read-input';
import type { DocumentKeyValue, DocumentPage } from './read-output';
import { findParagraphs, type Paragraph } from '../layout/paragraphs';
import { splitRegions } from '../layout/regions';
import { ruledTables } from '../layout/ruled-tables';
import { findPrintedRows, type LineRow } from '../layout/rows';
import { findAlignedTables, type Table } from '../layout/tables';

/** The layout of a page, derived from the places of its lines. */
interface Layout {
  rows: LineRow[];
  tables: Table[];
  paragraphs: Paragraph[];
  keyValues: KeyValue[];
  /** The position of each line when the page is read part by part. */
  order: ReadonlyMap<number, number>;
}

const DIGITS = { inch: 4, pixel: 1 } as const;

/** The answer for a page. Adds the page's text to the content. */
export function toDocumentPage(page: SeenPage, content: Content, level: Level): DocumentPage {
  const layout = layOut(page);
  const { number, width, height, unit, angle, source, lines } = page;
  const round = rounding(unit);
  const onPage = (frame: TextFrame) => polygonIn(frame, angle).map(round);
  const toPiece = ({ text, confidence, polygon }: PlacedText) => ({
    text,
    confidence: Math.round(confidence * 1e4) / 1e4,
    polygon: polygon.map(round),
  });
  content.beginPage();
  const { spans, cells } = writeContent(page, layout, content);
  const textOf = (places: readonly number[], by = ' ') => places.map((place) => lines[place]!.text).join(by);
  return {
    number,
    width: round({ x: width, y: 0 }).x,
    height: round({ x: height, y: 0 }).x,
    unit,
    angle: Math.round(angle * 100) / 100,
    source,
    lines: lines.map((line, at) => ({
      ...toPiece(line),
      ...(level === 'word' && { words: line.words.map(toPiece) }),
      span: spans.get(at)!,
    })),
    rows: layout.rows.map((row) => ({ text: textOf(row.lines), lines: row.lines, polygon: onPage(row.frame) })),
    paragraphs: layout.paragraphs.map(({ role, lines: places, frame }) => ({
      text: textOf(places, '\n'),
      ...(role && { role }),
      lines: places,
      polygon: onPage(frame),
    })),
    tables: layout.tables.map((table) => ({
      row_count: table.rows,
      column_count: table.columns,
      polygon: onPage(table.frame),
      cells: table.cells.map((cell) => ({
        row: cell.row,
        column: cell.column,
        column_span: cell.columnSpan,
        row_span: cell.rowSpan,
        text: textOf(cell.lines),
        polygon: onPage(cell.frame),
        span: cells.get(`${table.of[0]!.lines[0]}/${cell.row}/${cell.column}`)!,
      })),
    })),
    key_values: layout.keyValues.map(toKeyValue),
  };
}

const toKeyValue = ({ key, value, keyLine, valueLines }: KeyValue): DocumentKeyValue => ({
  key,
  value,
  key_line: keyLine,
  value_lines: valueLines,
});

export const rounding = (unit: 'inch' | 'pixel') => {
  const factor = 10 ** DIGITS[unit];
  return ({ x, y }: LayoutPoint): LayoutPoint => ({ x: Math.round(x * factor) / factor, y: Math.round(y * factor) / factor });
};

/** Writes paragraphs and tables, in the order of the first line of each. */
function writeContent({ lines }: SeenPage, { tables, paragraphs, order }: Layout, content: Content) {
  const spans = new Map<number, ContentSpan>();
  const cells = new Map<string, ContentSpan>();
  const firstOf = (places: readonly number[]) => Math.min(...places.map((place) => order.get(place)!));
  const parts = [
    ...paragraphs.map((paragraph) => ({ first: firstOf(paragraph.lines), paragraph, table: undefined })),
    ...tables.map((table) => ({ first: firstOf(table.of[0]!.lines), paragraph: undefined, table })),
  ].sort((a, b) => a.first - b.first);
  for (const { paragraph, table } of parts) {
    if (paragraph) for (const [line, span] of content.addParagraph(paragraph, lines)) spans.set(line, span);
    if (!table) continue;
    const added = content.addTable(table, lines);
    for (const [line, span] of added.spans) spans.set(line, span);
    for (const [cell, span] of added.cells) cells.set(`${table.of[0]!.lines[0]}/${cell.row}/${cell.column}`, span);
  }
  return { spans, cells };
}

function layOut({ lines, angle, grids }: ReadingPage): Layout {
  const ruled = ruledTables(lines, grids);
  const inRuled = new Set(ruled.flatMap(({ cells }) => cells.flatMap((cell) => cell.lines)));
  const regions = splitRegions(lines, angle);
  const layouts = regions.map((region) => {
    const own = new Set(region);
    const rows = findPrintedRows(lines, angle, (line) => own.has(line));
    // Without drawn lines, tables are made of pieces in columns.
    const others = ruled.length === 0 ? rows : findPrintedRows(lines, angle, (line) => own.has(line) && !inRuled.has(line));
    const tables = findAlignedTables(lines, others, angle);
    const inTables = new Set(tables.flatMap((table) => table.of));
    const free = others.filter((row) => !inTables.has(row));
    return { rows, tables, paragraphs: findParagraphs(lines, free, angle), keyValues: findKeyValues(lines, rows) };
  });
  return {
    rows: layouts.flatMap(({ rows }) => rows),
    tables: [...ruled, ...layouts.flatMap(({ tables }) => tables)],
    paragraphs: layouts.flatMap(({ paragraphs }) => paragraphs),
    keyValues: layouts.flatMap(({ keyValues }) => keyValues),
    order: new Map(regions.flat().map((line, place) => [line, place])),
  };
}
