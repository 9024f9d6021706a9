import { parse, type CsvError } from 'csv-parse';
import { parseJson, type Row } from '@percept/sdk';
import { Readable } from 'node:stream';
import { InvalidLine } from './columns';

/** A longer record is a sign that the file is of another format. */
const MAX_RECORD_BYTES = 1024 * 1024;

/** A row, or why the line has none. `line` counts from 1. */
export interface Line {
  line: number;
  row?: Row;
  reason?: string;
}

/** The records of CSV with a header line, as texts. @throws CsvError for a file that is not CSV. */
export async function* csvLines(bytes: AsyncIterable<Buffer> | Iterable<Buffer>, delimiter: string): AsyncGenerator<Line> {
  const skipped: Line[] = [];
  const parser = parse({
    columns: true,
    bom: true,
    skip_empty_lines: true,
    delimiter,
    max_record_size: MAX_RECORD_BYTES,
    skip_records_with_error: true,
    on_skip: (error): undefined => {
      const line = Number((error as { lines?: number } | undefined)?.lines ?? 0);
      skipped.push({ line, reason: error?.message ?? 'it does not fit the header line' });
    },
    on_record: (row: Row, { lines }): Line => ({ line: lines, row }),
  });
  const file = Readable.from(bytes, { objectMode: false });
  file.on('error', (error) => parser.destroy(error));
  file.pipe(parser);
  try {
    for await (const record of parser as AsyncIterable<Line>) {
      // The parser reads ahead of us.
      while (skipped[0] && skipped[0].line < record.line) yield skipped.shift()!;
      yield record;
    }
    yield* skipped;
  } finally {
    file.destroy();
  }
}

/** Whether the library could not make sense of the file as a whole. */
export const isCsvError = (error: unknown): error is Error => Boolean((error as CsvError).code?.startsWith('CSV_'));

/** The objects of a file with one on each line. Empty lines are left out. */
export async function* jsonLines(bytes: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let rest = '';
  let line = 0;
  for await (const chunk of bytes) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop()!;
    if (rest.length > MAX_RECORD_BYTES) throw new InvalidLine(`line ${line + parts.length + 1} is longer than 1 MB`);
    for (const text of parts) yield* objectOf(text, ++line);
  }
  yield* objectOf(rest + decoder.decode(), line + 1);
}

function* objectOf(text: string, line: number): Generator<Line> {
  if (text.trim() === '') return;
  try {
    const row: unknown = parseJson(text);
    const isObject = typeof row === 'object' && row !== null && !Array.isArray(row);
    yield isObject ? { line, row: row as Row } : { line, reason: 'it is not a JSON object' };
  } catch (error) {
    yield { line, reason: `it is not JSON: ${(error as Error).message}` };
  }
}
