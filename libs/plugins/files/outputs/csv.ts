import { toJson } from '@percept/sdk';
import { defineOutputFormat, type RowPages } from '@percept/sdk/pipelines';

const MAX_COLUMNS = 1_000;
/** Texts that spreadsheets take for a formula (OWASP, CSV injection). Numbers with a sign are exempt. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+([.,]\d+)*$/;

export const csvOutput = defineOutputFormat({
  name: 'csv',
  extension: '.csv',
  mediaType: 'text/csv; charset=utf-8',
  description:
    'Path of a CSV file. It has the columns of all rows, in the order in which they first appear. Texts that a spreadsheet would run as formulas get a quotation mark in front (PERCEPT_CSV_FORMULAS).',

  /** Reads the rows twice, since a later row may have columns that the first one does not have. */
  async *encode(rows, { escapeFormulas }) {
    const columns = await columnsOf(rows);
    const shown = escapeFormulas ? asText : (text: string) => text;
    yield Buffer.from(toLine(columns.map(shown)));
    for await (const page of rows()) {
      const lines = page.map((row) => toLine(columns.map((name) => toCell(toRecord(row), name, shown))));
      yield Buffer.from(lines.join(''));
    }
  },
});

async function columnsOf(rows: RowPages): Promise<string[]> {
  const names = new Set<string>();
  for await (const page of rows()) for (const row of page) for (const name of Object.keys(toRecord(row))) names.add(name);
  if (names.size > MAX_COLUMNS) throw new Error(`the rows have more than ${MAX_COLUMNS} columns`);
  return [...names];
}

/** A line of RFC 4180: a cell with a comma, a quotation mark or a line break is quoted. */
function toLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\n`;
}

function toRecord(row: unknown): Record<string, unknown> {
  return typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Record<string, unknown>) : { value: row };
}

function toCell(row: Record<string, unknown>, name: string, shown: (text: string) => string): string {
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? shown(value) : toJson(value);
}

function asText(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
