import { PerceptError } from '../../kernel';
import { describeFileName } from './file-name';

const DATA_URI = /^\s*data:([^,]{0,256}),/i;
const PADDING = '='.charCodeAt(0);
const BLANK = ' '.charCodeAt(0);
const FOREIGN = /[^A-Za-z0-9+/_=\s-]/;
const MAY_CONTAIN = 'it may contain A–Z, a–z, 0–9, + and / (or - and _), = at the end';

/**
 * Decodes Base64. A data-URI prefix, line breaks, the URL-safe alphabet, missing padding and blanks that divide the text into
 * pieces of one length are all accepted. Anything else is refused, where Node's own decoder would skip it silently.
 * @throws PerceptError INVALID_REQUEST naming `field` and the first wrong character.
 */
export function readBase64(text: string, field: string): Buffer {
  const prefix = DATA_URI.exec(text);
  if (prefix && !/;\s*base64\s*$/i.test(prefix[1]!)) {
    throw PerceptError.invalid(field, 'is a data URI without `;base64`: send the data as Base64');
  }
  const data = prefix ? text.slice(prefix[0].length) : text;
  const bytes = Buffer.from(data, 'base64');
  // The decoder skips unknown characters, so a text is clean if it yields as many bytes as its letters hold.
  if (bytes.length > 0 && bytes.length === bytesOf(lettersOfClean(data))) return bytes;
  const fault = faultIn(data, bytes.length, text.length - data.length);
  if (fault) throw PerceptError.invalid(field, describeFileName(text) ?? fault);
  return bytes;
}

/** The most bytes that a Base64 text can decode to, for checking the limit before decoding. */
export function base64Size(text: string): number {
  return Math.floor((text.length * 3) / 4);
}

function bytesOf(letters: number): number {
  return letters % 4 === 1 ? -1 : Math.floor((letters * 3) / 4);
}

/** Counts the letters, assuming that the text has only letters and padding. So the common case needs no check of each character. */
function lettersOfClean(data: string): number {
  let end = data.length;
  while (end > 0 && data.length - end < 2 && data.charCodeAt(end - 1) === PADDING) end--;
  return end;
}

/** Describes what is wrong with the text, if anything. @param before characters of the parameter in front of the text. */
function faultIn(data: string, decoded: number, before: number): string | undefined {
  const position = (index: number) => `character ${before + index + 1}`;
  const foreign = data.search(FOREIGN);
  if (foreign >= 0)
    return `is not Base64: ${position(foreign)} is '${String.fromCodePoint(data.codePointAt(foreign)!)}', and ${MAY_CONTAIN}`;
  const { letters, padding, lost, misplaced } = survey(data);
  if (letters === 0) return 'is empty: send the image as Base64 data';
  if (misplaced !== undefined)
    return `is not Base64: ${position(misplaced)} is '=', which is allowed at the end only, twice at most`;
  if (lost !== undefined)
    return `is not Base64: ${position(lost)} is a blank, where a + got lost: in a form or a query, write + as %2B, or send JSON`;
  if (decoded === bytesOf(letters)) return undefined;
  return `is not Base64: it ends after ${letters + padding} letters, inside a group of four, so a part is missing`;
}

interface Survey {
  letters: number;
  padding: number;
  /** Index of the first blank that stands for a `+`. */
  lost?: number;
  /** Index of padding that is too long or not at the end. */
  misplaced?: number;
}

/**
 * Forms turn `+` into a blank. A blank between two letters is a lost `+`, unless blanks and line breaks divide the text into pieces
 * of one length. Blanks at line ends are lost `+` too if they make the length right. Two blanks in front of a line are indentation.
 */
function survey(data: string): Survey {
  const found: Survey = { letters: 0, padding: 0 };
  let [blanks, first, indent, isInLine] = [0, -1, 0, false];
  for (let i = 0; i < data.length; i++) {
    const code = data.charCodeAt(i);
    if (code === BLANK) {
      if (!isInLine && ++indent > 1) continue;
      blanks++;
      if (first < 0) first = i;
    } else if (isLineBreak(code)) {
      isInLine = false;
      indent = 0;
    } else {
      if (!isInLine && indent > 1 && blanks-- === 1) first = -1;
      isInLine = true;
      if (code === PADDING) found.padding++;
      else if (found.padding > 0) found.misplaced ??= i - 1;
      else found.letters++;
      if (found.padding > 2) found.misplaced ??= i;
    }
  }
  const length = found.letters + found.padding;
  const completes = blanks > 0 && length % 4 !== 0 && (length + blanks) % 4 === 0;
  if (completes || !hasEqualPieces(data)) found.lost = first;
  return found;
}

const isLineBreak = (code: number): boolean => code >= 9 && code <= 13;

/**
 * Whether no blank stands between two letters of a line, or whitespace divides the text into pieces of one length. The last one may
 * be shorter.
 */
function hasEqualPieces(data: string): boolean {
  let [expected, length, hasBlank, differs] = [0, 0, false, false];
  /** The blanks since the last letter of this line. */
  let gap = Infinity;
  for (let i = 0; i < data.length; i++) {
    const code = data.charCodeAt(i);
    if (code === BLANK) gap++;
    else if (isLineBreak(code)) gap = Infinity;
    else if (gap === 0) length++;
    else {
      expected ||= length;
      differs ||= length !== expected || (gap > 1 && gap < Infinity);
      hasBlank ||= gap < Infinity;
      [length, gap] = [1, 0];
    }
  }
  return !hasBlank || (!differs && length <= expected);
}
