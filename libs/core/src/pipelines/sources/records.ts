import { parse, type CsvError } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { PerceptError, type ErrorCode } from '../../kernel';

/** A record longer than this is a sign of a file of another kind. */
const LONGEST_RECORD = 1024 * 1024;

export interface FoundRecord {
  /** Counts from 1. */
  number: number;
  value: unknown;
  /** Why it cannot be used. */
  refused?: { code: ErrorCode; reason: string };
}

const broken = (reason: string): FoundRecord['refused'] => ({ code: 'INVALID_REQUEST', reason });

/** The records of a CSV file with a head line, as objects of texts. One that does not fit the head is refused alone. */
export async function* csvRecords(path: string, delimiter: string): AsyncGenerator<FoundRecord> {
  const skipped: FoundRecord[] = [];
  let number = 0;
  const onSkip = (error?: CsvError): undefined => {
    skipped.push({ number: ++number, value: null, refused: broken(`${error?.message ?? 'It does not fit the head line.'}`) });
  };
  const options = { columns: true, bom: true, skip_empty_lines: true, delimiter, max_record_size: LONGEST_RECORD } as const;
  const parser = parse({
    ...options,
    skip_records_with_error: true,
    on_skip: onSkip,
    on_record: (record: unknown) => ({ number: ++number, record }),
  });
  const file = createReadStream(path);
  file.on('error', (error) => parser.destroy(error));
  file.pipe(parser);
  try {
    for await (const { number: at, record } of parser as AsyncIterable<{ number: number; record: unknown }>) {
      yield* skipped.splice(0);
      yield { number: at, value: record };
    }
    yield* skipped;
  } catch (error) {
    if (!(error as CsvError).code?.startsWith('CSV_')) throw error;
    throw PerceptError.invalid('csv', `${path} is no CSV file that can be read: ${(error as Error).message}.`);
  } finally {
    file.destroy();
  }
}

/** The values of a file with a JSON value on each line. A line that is none is refused alone. */
export async function* jsonLineRecords(path: string): AsyncGenerator<FoundRecord> {
  for await (const { number, text } of linesOf(path)) {
    try {
      yield { number, value: JSON.parse(text) as unknown };
    } catch (error) {
      yield { number, value: null, refused: broken(`The line ${number} is no JSON: ${(error as Error).message}`) };
    }
  }
}

/** The lines of a text file that are not empty, with their numbers. @throws PerceptError where one is too long. */
export async function* linesOf(path: string): AsyncGenerator<{ number: number; text: string }> {
  let rest = '';
  let number = 0;
  for await (const chunk of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const lines = (rest + (number === 0 && rest === '' ? chunk.replace(/^\uFEFF/, '') : chunk)).split(/\r?\n/);
    rest = lines.pop()!;
    for (const text of lines) if (++number && text.trim() !== '') yield { number, text };
    if (rest.length > LONGEST_RECORD)
      throw PerceptError.invalid('jsonl', `the line ${number + 1} of ${path} is longer than 1 MiB.`);
  }
  if (rest.trim() !== '') yield { number: number + 1, text: rest };
}
