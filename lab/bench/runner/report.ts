import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Table {
  title: string;
  head: string[];
  rows: (string | number)[][];
}

/** What one measurement found. */
export interface Report {
  name: string;
  /** Ours over the peer's, by the peer's name. */
  ratios: Record<string, number>;
  figures: Record<string, number>;
  /** For the reader. */
  tables: Table[];
  /** The peers with their versions. */
  against?: string[];
  /** The folder that it was measured on, if there is one. */
  on?: string;
  /** Why no page may quote it, if that is so: it was measured on drawings, or on what a model was taught with. */
  unfit?: string;
}

/** Three places below 10, one above; whole numbers as they are. */
export const showNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 3 : 1);
const show = (cell: string | number): string => (typeof cell === 'string' ? cell : showNumber(cell));

/** Columns padded to their widest cell: numbers to the right, words to the left. */
export function formatTable({ title, head, rows }: Table): string {
  const cells = [head, ...rows.map((row) => row.map(show))];
  const widths = head.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)));
  const lines = cells.map((row, r) =>
    row
      .map((cell, i) =>
        typeof (rows[Math.max(0, r - 1)]?.[i] ?? '') === 'number' ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!),
      )
      .join('  ')
      .trimEnd(),
  );
  return [title, lines[0], widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1)].join('\n');
}

export function printReport(report: Report, write: (text: string) => void): void {
  for (const table of report.tables) write(`\n${formatTable(table)}\n`);
  const rows = [
    ...Object.entries(report.ratios).map(([key, value]): [string, number] => [`ratios.${key}`, value]),
    ...Object.entries(report.figures).map(([key, value]): [string, number] => [`figures.${key}`, value]),
  ];
  write(`\n${formatTable({ title: report.name, head: ['figure', 'value'], rows })}\n`);
}

/** `{"name", "ratios", "figures"}` of one report; a list of them where several were asked for. */
export function writeJson(file: string, reports: readonly Report[]): void {
  const plain = reports.map(({ name, ratios, figures }) => ({ name, ratios, figures }));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(plain.length === 1 ? plain[0] : plain, null, 2)}\n`);
}
