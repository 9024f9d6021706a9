import { PerceptError } from '@percept/sdk';

/** How offsets are counted. Azure's clients name it with a small or a capital letter at the beginning, and with `_v8` at the end. */
const KINDS = { textelements: 'textElements', unicodecodepoint: 'unicodeCodePoint', utf16codeunit: 'utf16CodeUnit' } as const;
export type StringIndex = (typeof KINDS)[keyof typeof KINDS];

/** @param assumed where the caller names none. @throws PerceptError INVALID_REQUEST. */
export function readStringIndex(value: unknown, assumed: StringIndex = 'textElements'): StringIndex {
  if (value === undefined || value === null || value === '') return assumed;
  const name = (typeof value === 'string' ? value : '').toLowerCase().replace(/_v8$/, '').replace(/s?$/, '');
  const found = Object.entries(KINDS).find(([key]) => key.replace(/s$/, '') === name);
  if (found) return found[1];
  throw PerceptError.invalid('stringIndexType', `must be one of ${Object.values(KINDS).join(', ')}.`);
}

/** Texts in which every UTF-16 code unit is a character for readers, too. */
const PLAIN =
  /^[\t\n\x20-\x7e\xa0-\u02ff\u0370-\u0482\u048a-\u0590\u2000-\u200a\u2010-\u2027\u20a0-\u20bf\u3001-\u3029\u4e00-\u9fff]*$/;

/** Turns an offset in UTF-16 code units of a text into one of the kind. */
export function indexIn(text: string, kind: StringIndex): (utf16: number) => number {
  if (kind === 'utf16CodeUnit' || PLAIN.test(text)) return (utf16) => utf16;
  const index = new Uint32Array(text.length + 1);
  let count = 0;
  const parts = kind === 'unicodeCodePoint' ? text : segments(text);
  let at = 0;
  for (const part of parts) {
    index.fill(count, at, at + part.length);
    at += part.length;
    count++;
  }
  index[text.length] = count;
  return (utf16) => index[Math.min(utf16, text.length)]!;
}

function* segments(text: string): Generator<string> {
  for (const { segment } of new Intl.Segmenter().segment(text)) yield segment;
}
