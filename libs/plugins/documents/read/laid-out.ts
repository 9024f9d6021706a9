import type { Page } from '../layout/geometry';
import { keyValuesOf, type KeyValue } from '../layout/key-values';
import { paragraphsOf, type Paragraph } from '../layout/paragraphs';
import { regionsOf } from '../layout/regions';
import { ruledTables } from '../layout/ruled-tables';
import { rowsOf, type Row } from '../layout/rows';
import { tablesOf, type Table } from '../layout/tables';

/** The layout of a page, derived from the places of its lines. */
export interface Layout {
  rows: Row[];
  tables: Table[];
  paragraphs: Paragraph[];
  keyValues: KeyValue[];
  /** The position of each line when the page is read part by part. */
  order: ReadonlyMap<number, number>;
}

export function layOut({ lines, angle, grids }: Page): Layout {
  const ruled = ruledTables(lines, grids);
  const inRuled = new Set(ruled.flatMap(({ cells }) => cells.flatMap((cell) => cell.lines)));
  const regions = regionsOf(lines, angle);
  const layouts = regions.map((region) => {
    const own = new Set(region);
    const rows = rowsOf(lines, angle, (line) => own.has(line));
    // Without drawn lines, tables are made of pieces in columns.
    const others = ruled.length === 0 ? rows : rowsOf(lines, angle, (line) => own.has(line) && !inRuled.has(line));
    const tables = tablesOf(lines, others, angle);
    const inTables = new Set(tables.flatMap((table) => table.of));
    const free = others.filter((row) => !inTables.has(row));
    return { rows, tables, paragraphs: paragraphsOf(lines, free, angle), keyValues: keyValuesOf(lines, rows) };
  });
  return {
    rows: layouts.flatMap(({ rows }) => rows),
    tables: [...ruled, ...layouts.flatMap(({ tables }) => tables)],
    paragraphs: layouts.flatMap(({ paragraphs }) => paragraphs),
    keyValues: layouts.flatMap(({ keyValues }) => keyValues),
    order: new Map(regions.flat().map((line, place) => [line, place])),
  };
}
