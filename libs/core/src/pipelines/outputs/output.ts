import type { RowPages } from './row-pages';
import { stringify } from 'csv-stringify/sync';
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { OutputFormat } from '../language';

const MAX_COLUMNS = 1_000;

/** Turns pages of rows into the text of a file, a piece at a time. */
type Writing = (pages: RowPages) => AsyncGenerator<string>;

async function* jsonLines(pages: RowPages): AsyncGenerator<string> {
  for await (const page of pages()) yield page.map((row) => `${JSON.stringify(row)}\n`).join('');
}

async function* jsonArray(pages: RowPages): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of pages()) {
    if (page.length === 0) continue;
    yield before + page.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Walks the rows twice: a row may have columns that the first one has not, and none is to be lost. */
async function* csv(pages: RowPages): AsyncGenerator<string> {
  const names = new Set<string>();
  for await (const page of pages()) for (const row of page) for (const name of Object.keys(asRecord(row))) names.add(name);
  if (names.size > MAX_COLUMNS) throw new Error(`the rows have more than ${MAX_COLUMNS} columns`);
  const columns = [...names];
  yield stringify([columns]);
  for await (const page of pages()) yield stringify(page.map((row) => columns.map((name) => asCell(asRecord(row), name))));
}

function asRecord(row: unknown): Record<string, unknown> {
  return typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Record<string, unknown>) : { value: row };
}

function asCell(row: Record<string, unknown>, name: string): string {
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const WRITINGS: Record<OutputFormat, Writing> = { jsonl: jsonLines, json: jsonArray, csv };

/** Writes rows to a file, a page at a time. The file appears whole or not at all. @returns how many. */
export async function writeRows(path: string, format: OutputFormat, pages: RowPages): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(unfinished, 'wx');
    const rows = await write(file, format, pages).finally(() => file.close());
    await rename(unfinished, path);
    return rows;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function write(file: FileHandle, format: OutputFormat, pages: RowPages): Promise<number> {
  let rows = 0;
  const counted: RowPages = async function* () {
    rows = 0;
    for await (const page of pages()) {
      rows += page.length;
      yield page;
    }
  };
  for await (const text of WRITINGS[format](counted)) await file.appendFile(text);
  await file.sync();
  return rows;
}
