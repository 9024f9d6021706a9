import { parse, type CsvError, type Parser } from 'csv-parse';
import { Readable } from 'node:stream';
import { REPLACED } from '../text/encoding';
import { MAX_RECORD_BYTES, UnreadableFile, type FileBytes, type TextRecord } from './record';
import { Utf8Stream } from './utf8-stream';

/** A line that spreadsheets write above the header line. */
const SEPARATOR = /^"?sep=([^\r\n"])"?\r?\n/i;

const MAX_SHOWN_NAME = 60;

/**
 * Reads the records of CSV with a header line, as objects of texts. A line such as `sep=;` above the header names the separator.
 * @throws UnreadableFile for a file that is not CSV, for two columns of the same name, and for another separator in the header.
 */
export async function* csvRecords(
  bytes: FileBytes,
  { delimiter, encoding }: { delimiter: string; encoding?: string },
): AsyncGenerator<TextRecord<Record<string, unknown>>> {
  const text = new Utf8Stream(bytes, encoding);
  const chunks = text[Symbol.asyncIterator]();
  const { value: head } = await chunks.next();
  const [above = '', separator = delimiter] = SEPARATOR.exec(head?.toString('utf8', 0, 16) ?? '') ?? [];
  const linesAbove = above === '' ? 0 : 1;
  const skipped: TextRecord<Record<string, unknown>>[] = [];
  /** The line with which the latest record ends. */
  let last = linesAbove;
  const parser = parse({
    columns: (names: string[]) => {
      last++;
      if (above === '') checkSeparator(names, separator);
      return checkNames(names, text);
    },
    skip_empty_lines: true,
    delimiter: separator,
    max_record_size: MAX_RECORD_BYTES,
    skip_records_with_error: true,
    on_skip: (error): undefined => {
      const line = Number((error as { lines?: number } | undefined)?.lines ?? 0) + linesAbove;
      if (error?.code === 'CSV_INVALID_CLOSING_QUOTE') endQuoted(parser);
      if (line !== last || error?.code === TOO_LONG) skipped.push({ line, reason: reasonFor(error, last, line) });
      last = line;
    },
    on_record: (value: Record<string, unknown>, { lines, bytes: end }): TextRecord<Record<string, unknown>> => {
      const line = lines + linesAbove;
      last = line;
      const reason = text.faultBefore(above.length + end);
      return reason === undefined ? { line, value } : { line, reason };
    },
  });
  const file = pipe(joined(head?.subarray(above.length), chunks), parser);
  try {
    for await (const record of parser as AsyncIterable<TextRecord<Record<string, unknown>>>) {
      // The parser reads ahead of this loop.
      while (skipped[0] && skipped[0].line < record.line) yield skipped.shift()!;
      yield record;
    }
    yield* skipped;
  } catch (error) {
    if ((error as CsvError).code?.startsWith('CSV_')) throw new UnreadableFile((error as Error).message.replace(/\.$/, ''));
    throw error;
  } finally {
    file.destroy();
  }
}

const TOO_LONG = 'CSV_MAX_RECORD_SIZE';

const DOUBLE = 'A quotation mark must end its field, or be written twice inside a quoted field';

/**
 * Says why a record is refused. A record may have several errors, all on its last line.
 * @param before the line with which the record before it ends.
 * @throws UnreadableFile if it is too long.
 */
function reasonFor(error: CsvError | undefined, before: number, line: number): string {
  const lines = before + 1 < line ? `lines ${before + 1} to ${line}` : `line ${line}`;
  if (error?.code === TOO_LONG) throw new UnreadableFile(`the record in ${lines} is longer than 1 MB. ${DOUBLE}`);
  if (error?.code.includes('QUOTE')) return `a quotation mark in ${lines} is misplaced, or is not closed. ${DOUBLE}.`;
  return error?.message ?? 'it does not fit the header line';
}

/** The parser would take all that follows, up to the next quotation mark, for one field. */
function endQuoted(parser: Parser): void {
  (parser as unknown as { state: { quoting: boolean } }).state.quoting = false;
}

function pipe(bytes: AsyncIterable<Buffer>, parser: Parser): Readable {
  const file = Readable.from(bytes, { objectMode: false });
  file.on('error', (error) => parser.destroy(error));
  file.pipe(parser);
  return file;
}

async function* joined(head: Buffer | undefined, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (head) yield head;
  yield* rest;
}

/** Refuses a header line that would be one column because its separator is another. A file that names its separator may have it. */
function checkSeparator([name = '', ...others]: string[], separator: string): void {
  const other = others.length === 0 && [',', ';', '\t', '|'].find((each) => each !== separator && name.includes(each));
  if (!other) return;
  const shown = name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}…` : name;
  throw new UnreadableFile(
    `the header line is one column, '${shown}': set 'delimiter' to ${JSON.stringify(other)}, or, if that is its name, begin the file with the line 'sep=${separator}'`,
  );
}

/** If two columns have the same name, the last one would hide the other. */
function checkNames(names: string[], text: Utf8Stream): string[] {
  const broken = names.some((name) => name.includes(REPLACED)) ? text.faultBefore(Infinity) : undefined;
  if (broken) throw new UnreadableFile(`in the header line, ${broken}`);
  const second = names.findIndex((name, index) => names.indexOf(name) < index);
  if (second < 0) return names;
  const places = `${names.indexOf(names[second]!) + 1} and ${second + 1}`;
  const name = names[second] === '' ? 'have no name' : `are both called '${names[second]}'`;
  throw new UnreadableFile(`the columns ${places} ${name}: give each column a name of its own`);
}
