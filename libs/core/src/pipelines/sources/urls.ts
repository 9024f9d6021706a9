import { basename } from 'node:path';
import { hideUserInfo, PerceptError } from '../../kernel';
import { evaluateTemplate, objectSchema, value } from '../language/syntax';
import { checkFile, openDataFile } from './data-file';
import { invalidRecord, sortByNumber, type FoundItem, type ItemSource } from './item-source';
import { textLines } from './text-lines';

const URL_PREFIX = /^https?:\/\//i;
const MAX_SHOWN_CHARACTERS = 100;

/** One URL, a list of them, or the path of a text file with one on each line. */
export const urls: ItemSource<Record<never, never>> = {
  keyword: value(
    'URL, list or path',
    { type: ['string', 'array'] },
    'URLs, or the path of a file with one on each line, where `#` begins a comment.',
  ),
  options: {},
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
    for await (const { number, text } of textLines(await openDataFile(given, context))) {
      if (!text.trimStart().startsWith('#')) yield toItem(text.trim(), number);
    }
  },
};

/** A value that is not a URL is refused alone. */
function toItem(given: unknown, number: number): FoundItem {
  const url = typeof given === 'string' ? given : JSON.stringify(given);
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
