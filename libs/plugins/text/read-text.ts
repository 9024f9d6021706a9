import { PerceptError } from '@percept/sdk';
import { readable, type Readable } from './reading/readable';

/** The text prepared for reading. @throws PerceptError INVALID_REQUEST if it is blank or has more code points than `most`. */
export function readText(text: string, most: number): Readable {
  const length = text.length <= most ? text.length : codePoints(text);
  const limit = most.toLocaleString('en');
  if (length > most) {
    const found = length.toLocaleString('en');
    throw PerceptError.invalid('text', `has ${found} characters; at most ${limit} are read: send it in parts.`);
  }
  const read = readable(text);
  if (read.text.trim() !== '') return read;
  const what = text.trim() === '' ? 'is blank' : 'contains only markup and invisible characters';
  throw PerceptError.invalid('text', `${what}: send the text to analyse.`);
}

/** Counts a pair of surrogates as one. */
function codePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}
