import { parse, type CsvError } from 'csv-parse';
import { Readable } from 'node:stream';
import { PerceptError } from '../../kernel';
import { value, type Keyword } from '../language/syntax';
import { checkFile, mustBePath, resolveFile, type DataFile } from './data-file';
import { invalidRecord, sortByNumber, type FoundItem, type ItemSource } from './item-source';

/** A longer record is a sign that the file is not CSV. */
const MAX_RECORD_BYTES = 1024 * 1024;
const DELIMITERS = [',', ';', '\t', '|'];

const delimiter: Keyword<string> = {
  description: 'The separator of fields; a comma by default.',
  values: '`","`, `";"`, `"|"`, `"\\t"`',
  schema: { enum: DELIMITERS },
  read(fields, name) {
    const entry = fields.entry(name);
    const given = entry?.value.kind === 'scalar' ? entry.value.value : undefined;
    const known = DELIMITERS.find((each) => each === given);
    if (entry && known === undefined) fields.refuse(name, 'must be one of ",", ";", "|" and "\\t"');
    return known;
  },
};

/** The records of a CSV file with a header line, as objects of texts. */
export const csv: ItemSource<{ delimiter: Keyword<string> }> = {
  keyword: value('path', { type: 'string' }, 'A CSV file with a header line.'),
  options: { delimiter },
  item: {},
  documentation: { items: 'the records of the file, as objects of texts', key: 'the number of the record' },
  validate: mustBePath,
  check: checkFile,

  async *list(settings, context) {
    yield* records(await resolveFile(settings, context), settings.options.delimiter ?? ',');
  },
};

interface CsvRecord {
  number: number;
  record: unknown;
}

/** A record that does not fit the header line is refused alone. */
async function* records({ name, read }: DataFile, separator: string): AsyncGenerator<FoundItem> {
  const skipped: FoundItem[] = [];
  let number = 0;
  const onSkip = (error?: CsvError): undefined => {
    const reason = error?.message ?? 'It does not fit the header line.';
    skipped.push({ ...toItem({ number: ++number, record: null }), refused: invalidRecord(reason) });
  };
  const parser = parse({
    columns: true,
    bom: true,
    skip_empty_lines: true,
    delimiter: separator,
    max_record_size: MAX_RECORD_BYTES,
    skip_records_with_error: true,
    on_skip: onSkip,
    on_record: (record: unknown): CsvRecord => ({ number: ++number, record }),
  });
  const file = Readable.from(read(), { objectMode: false });
  file.on('error', (error) => parser.destroy(error));
  file.pipe(parser);
  try {
    for await (const record of parser as AsyncIterable<CsvRecord>) {
      yield* skipped.splice(0);
      yield toItem(record);
    }
    yield* skipped;
  } catch (error) {
    if (!(error as CsvError).code?.startsWith('CSV_')) throw error;
    throw PerceptError.invalid('csv', `${name} cannot be read as CSV: ${(error as Error).message}.`);
  } finally {
    file.destroy();
  }
}

function toItem({ number, record }: CsvRecord): FoundItem {
  return { sort: sortByNumber(number), key: String(number), item: record };
}
