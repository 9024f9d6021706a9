import type { ReadLine } from './ctc';

/** The text of a line, in the form that search and comparison expect (NFKC: `￡` is `£`). */
export function textOf({ characters }: ReadLine): string {
  return characters
    .map(({ character }) => character)
    .join('')
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim();
}
