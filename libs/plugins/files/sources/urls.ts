import { PerceptError, toJson } from '@percept/sdk';
import { textLines, UnreadableFile } from '@percept/sdk/records';
import { defineItemSource, evaluateTemplate, hideUserInfo, objectSchema, value, type FoundItem } from '@percept/sdk/pipelines';
import { basename } from 'node:path';
import { encoding } from './encoding';
import { invalidRecord, sortByNumber } from './found-item';
import { checkFile, openRecordsFile, type RecordsFile } from './records-file';

const URL_PREFIX = /^https?:\/\//i;
const MAX_SHOWN_CHARACTERS = 100;

/** One URL, a list of URLs, or the path of a text file with one URL on each line. */
export const urls = defineItemSource({
  name: 'urls',
  keyword: value(
    'URL, list or path',
    { type: ['string', 'array'] },
    'URLs, or the path of a file with one URL on each line, where `#` begins a comment.',
  ),
  options: { encoding },
  item: objectSchema({ url: 'string', name: 'string' }),
  documentation: { items: '`url` and `name`', key: 'the URL' },

  /** A file of URLs must exist. */
  async check(settings, context) {
    const given = evaluateTemplate(settings.value, context.scope);
    if (typeof given === 'string' && given !== '' && !URL_PREFIX.test(given)) await checkFile(settings, context);
  },

  async *list(settings, context) {
    const given = evaluateTemplate(settings.value, context.scope);
    const list = Array.isArray(given) ? given : typeof given === 'string' && URL_PREFIX.test(given) ? [given] : undefined;
    if (list) {
      for (const [index, url] of list.entries()) yield toItem(url, index + 1);
      return;
    }
    if (typeof given !== 'string' || given === '') {
      throw PerceptError.invalid('urls', 'must be URLs, a list of them, or the path of a file with one on each line.');
    }
    yield* linesOf(await openRecordsFile(given, context), settings.options.encoding);
  },
});

async function* linesOf({ name, read }: RecordsFile, encoding?: string): AsyncGenerator<FoundItem> {
  try {
    for await (const { line, value: text = '', reason } of textLines(read(), encoding)) {
      if (reason !== undefined)
        yield { ...toItem('', line), key: String(line), refused: invalidRecord(`Line ${line}: ${reason}`) };
      else if (!text.trimStart().startsWith('#')) yield toItem(text.trim(), line);
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw PerceptError.invalid('urls', `${name} cannot be read: ${error.message}.`);
  }
}

/** A value that is not a URL fails alone. */
function toItem(given: unknown, number: number): FoundItem {
  const url = typeof given === 'string' ? given : toJson(given);
  const found = { sort: sortByNumber(number), key: url, item: { url, name: nameOf(url) } };
  if (typeof given === 'string' && URL_PREFIX.test(given) && URL.canParse(given)) return found;
  return {
    ...found,
    refused: invalidRecord(`'${hideUserInfo(url).slice(0, MAX_SHOWN_CHARACTERS)}' is not an http or https URL.`),
  };
}

function nameOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname } = new URL(url);
  try {
    return basename(decodeURI(pathname));
  } catch {
    // The escapes of the path are malformed.
    return basename(pathname);
  }
}
