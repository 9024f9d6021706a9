import type { Page } from '../layout/geometry';
import { keyValuesOf, type KeyValue } from '../layout/key-values';
import { paragraphsOf, type Paragraph } from '../layout/paragraphs';
import { rowsOf, type Row } from '../layout/rows';
import { tablesOf, type Table } from '../layout/tables';

/** What the places of its lines say of a page. */
export interface Layout {
  rows: Row[];
  tables: Table[];
  paragraphs: Paragraph[];
  keyValues: KeyValue[];
}

export function layOut({ lines, angle }: Page): Layout {
  const rows = rowsOf(lines, angle);
  const tables = tablesOf(lines, rows, angle);
  const inTables = new Set(tables.flatMap((table) => table.of));
  const free = rows.filter((row) => !inTables.has(row));
  return { rows, tables, paragraphs: paragraphsOf(lines, free, angle), keyValues: keyValuesOf(lines, rows) };
}
