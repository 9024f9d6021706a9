import { PerceptError } from '@percept/sdk';

/**
 * How offsets are counted. Azure's clients write the name with a small or a capital first letter, and with or without `_v8` at the
 * end.
 */
const KINDS = { textelements: 'textElements', unicodecodepoint: 'unicodeCodePoint', utf16codeunit: 'utf16CodeUnit' } as const;
export type StringIndex = (typeof KINDS)[keyof typeof KINDS];

/** @param assumed the kind if the caller names none. @throws PerceptError INVALID_REQUEST. */
export function readStringIndex(value: unknown, assumed: StringIndex = 'textElements'): StringIndex {
  if (value === undefined || value === null || value === '') return assumed;
  const name = (typeof value === 'string' ? value : '').toLowerCase().replace(/_v8$/, '').replace(/s?$/, '');
  const found = Object.entries(KINDS).find(([key]) => key.replace(/s$/, '') === name);
  if (found) return found[1];
  throw PerceptError.invalid('stringIndexType', `must be one of ${Object.values(KINDS).join(', ')}.`);
}

/** Texts in which every UTF-16 code unit is also a visible character. */
const PLAIN =
  /^[\t\n\x20-\x7e\xa0-\u02ff\u0370-\u0482\u048a-\u0590\u2000-\u200a\u2010-\u2027\u20a0-\u20bf\u3001-\u3029\u4e00-\u9fff]*$/;

/** Converts an offset in UTF-16 code units of a text into one of `kind`. */
export function indexIn(text: string, kind: StringIndex): (utf16: number) => number {
  if (kind === 'utf16CodeUnit' || PLAIN.test(text)) return (utf16) => utf16;
  const index = new Uint32Array(text.length + 1);
  let [at, count, segmented] = [0, 0, 0];
  // Splits by line, because a segmenter's time grows with the square of its text.
  for (const line of text.split(/(?<=\n)/)) {
    const isPlain = kind === 'unicodeCodePoint' || line.length > MAX_SEGMENTED_LINE || PLAIN.test(line);
    if (!isPlain) segmented += line.length;
    for (const part of isPlain || segmented > MAX_SEGMENTED ? line : segments(line)) {
      index.fill(count++, at, at + part.length);
      at += part.length;
    }
  }
  index[text.length] = count;
  return (utf16) => index[Math.min(utf16, text.length)]!;
}

const SEGMENTER = new Intl.Segmenter();
/** How much text is segmented into visible characters, because the thread waits for it. Beyond that, code points are counted. */
const MAX_SEGMENTED = 50_000;
const MAX_SEGMENTED_LINE = 2_000;

const segments = (line: string): string[] => Array.from(SEGMENTER.segment(line), ({ segment }) => segment);
