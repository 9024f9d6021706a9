import { PerceptError } from '@percept/sdk';
import { jsonRecords, UnreadableFile } from '@percept/sdk/records';
import { defineItemSource, value } from '@percept/sdk/pipelines';
import { encoding } from './encoding';
import { invalidRecord, sortByNumber } from './found-item';
import { checkFile, mustBePath, resolveFile } from './records-file';

/** The values of a file with a JSON value on each line. A line that is not JSON fails alone. */
export const jsonl = defineItemSource({
  name: 'jsonl',
  keyword: value('path', { type: 'string' }, 'A file with a JSON value on each line.'),
  options: { encoding },
  item: {},
  documentation: { items: 'the values of the file', key: 'the number of the line' },
  validate: mustBePath,
  check: checkFile,

  async *list(settings, context) {
    const { name, read } = await resolveFile(settings, context);
    try {
      for await (const { line, value: item, reason } of jsonRecords(read(), settings.options.encoding)) {
        const found = { sort: sortByNumber(line), key: String(line) };
        yield reason === undefined
          ? { ...found, item }
          : { ...found, item: null, refused: invalidRecord(`Line ${line}: ${reason}`) };
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      throw PerceptError.invalid('jsonl', `${name} cannot be read: ${error.message}.`);
    }
  },
});
