import { PerceptError } from '../errors';
import { MAX_DEPTH, TOO_DEEP } from './json-depth';

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((sign) => sign.charCodeAt(0));
/** A string of at least this many bytes is read apart from the rest. */
const LONG = 256 * 1024;
/** A string of at least this many bytes takes little more memory as a value than as text. */
const TEXT = 1024;

/** A string in JSON text: the bytes between its quotes. */
export interface JsonString {
  from: number;
  to: number;
  hasEscapes: boolean;
}

/**
 * Content that needs about as much memory as a value as in the text, and so does not count: the Base64 text of one image or video,
 * all strings of 1 KB and more, or numbers.
 */
export type Uncounted = 'the Base64 text of an image or a video' | 'long texts' | 'numbers';

/**
 * Checks JSON text before it is parsed, because parsing can take a hundred times the memory of the text.
 * @param maxBytes the limit for everything that counts.
 * @returns the first long string, which is the Base64 text of an image or a video; undefined if there is none.
 * @throws PerceptError PAYLOAD_TOO_LARGE; INVALID_REQUEST for values nested deeper than 64 levels.
 */
export function checkJsonShape(
  json: Buffer,
  maxBytes: number,
  uncounted: Uncounted = 'the Base64 text of an image or a video',
): JsonString | undefined {
  let long: JsonString | undefined;
  let [depth, free] = [0, 0];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) throw PerceptError.invalid('body', `${TOO_DEEP}: send a flat object.`);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    else if (byte === QUOTE) {
      const string = stringAt(json, at + 1);
      const length = string.to - string.from;
      const isFirst = !long && length >= LONG;
      if (isFirst) long = string;
      if (isFirst || (uncounted === 'long texts' && length >= TEXT)) free += length;
      at = string.to;
    } else if (uncounted === 'numbers' && isOfNumbers(byte!)) free++;
    if (at + 1 - free > maxBytes) throw tooMuch(maxBytes, uncounted);
  }
  return long;
}

/** Whether it is a digit, sign, point, exponent, comma or space. */
function isOfNumbers(byte: number): boolean {
  return (byte >= 0x2b && byte <= 0x39 && byte !== 0x2f) || byte === 0x20 || byte === 0x45 || byte === 0x65;
}

/** A string without a closing quote ends where the text ends; the parser refuses it. */
function stringAt(json: Buffer, from: number): JsonString {
  let [to, hasEscapes] = [json.indexOf(QUOTE!, from), false];
  while (to >= 0 && isEscaped(json, to, from)) {
    hasEscapes = true;
    to = json.indexOf(QUOTE!, to + 1);
  }
  if (to < 0) return { from, to: json.length, hasEscapes: true };
  return { from, to, hasEscapes: hasEscapes || json.subarray(from, to).includes(BACKSLASH!) };
}

function isEscaped(json: Buffer, quote: number, from: number): boolean {
  let before = quote;
  while (before > from && json[before - 1] === BACKSLASH) before--;
  return (quote - before) % 2 === 1;
}

function tooMuch(maxBytes: number, uncounted: Uncounted): PerceptError {
  const limit = `${Math.floor(maxBytes / 1024 / 1024)} MB`;
  const message = `The JSON body has more than ${limit} besides ${uncounted}: send less.`;
  return new PerceptError('PAYLOAD_TOO_LARGE', message);
}
