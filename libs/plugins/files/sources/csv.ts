import { PerceptError } from '@percept/sdk';
import { csvRecords, UnreadableFile } from '@percept/sdk/records';
import { defineItemSource, value, type FoundItem, type Keyword } from '@percept/sdk/pipelines';
import { encoding } from './encoding';
import { checkFile, mustBePath, resolveFile, type RecordsFile } from './records-file';
import { invalidRecord, sortByNumber } from './found-item';

const DELIMITERS = [',', ';', '\t', '|'];

const delimiter: Keyword<string> = {
  description:
    'The separator of fields; a comma by default. A first line such as `sep=;` in the file wins. A header line that has only another separator is refused.',
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
export const csvSource = defineItemSource({
  name: 'csv',
  keyword: value('path', { type: 'string' }, 'A CSV file with a header line.'),
  options: { delimiter, encoding },
  item: {},
  documentation: { items: 'the records of the file, as objects of texts', key: 'the number of the record' },
  validate: mustBePath,
  check: checkFile,

  async *list(settings, context) {
    const { delimiter = ',', encoding } = settings.options;
    yield* records(await resolveFile(settings, context), delimiter, encoding);
  },
});

/** If a record does not fit the header line or the encoding, only that record is refused. */
async function* records({ name, read }: RecordsFile, separator: string, encoding?: string): AsyncGenerator<FoundItem> {
  let number = 0;
  try {
    for await (const { line, value: item, reason } of csvRecords(read(), { delimiter: separator, encoding })) {
      const found = { sort: sortByNumber(++number), key: String(number) };
      yield reason === undefined
        ? { ...found, item }
        : { ...found, item: null, refused: invalidRecord(`Line ${line}: ${reason}`) };
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw PerceptError.invalid('csv', `${name} cannot be read as CSV: ${error.message}.`);
  }
}
