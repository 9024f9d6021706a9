import { decode, encodingExists } from 'iconv-lite';
import { isUtf8 } from 'node:buffer';
import { PerceptError } from '../errors';

/** Encodings that represent bytes as text. The library knows them too. */
const NO_TEXT = /^(base64|hex|binary)$/i;
/** The library puts this character instead of what it cannot decode. */
export const REPLACED = '\uFFFD';
const REPLACEMENT = Buffer.from(REPLACED);
/** Half of a UTF-16 surrogate pair. */
export const LONE_HALF = /\p{Surrogate}/u;

/** Bytes that are not text in the encoding that they should have. */
export class BrokenText extends Error {
  /** @param byte the first byte at fault, from 1. */
  constructor(
    readonly byte: number,
    readonly encoding: string,
  ) {
    super(`byte ${byte} is not ${encoding}`);
  }
}

/** Whether text can be read in the encoding of this name, such as `windows-1252`. */
export const isEncoding = (name: string): boolean => !NO_TEXT.test(name) && encodingExists(name);

export const isUtf8Name = (encoding: string): boolean => /^utf-?8$/i.test(encoding);
export const isUtf16Name = (encoding: string): boolean => /^utf-?16|^ucs-?2/i.test(encoding);

/** The encoding that the first bytes prove, and the length of their byte order mark. */
export function shownEncoding(first: Buffer): { encoding?: string; mark: number } {
  const [a, b, c, d] = first;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', mark: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', mark: 2 };
  // Two ASCII characters. No other text has such zeros.
  if (a && b === 0 && c && d === 0) return { encoding: 'utf-16le', mark: 0 };
  if (a === 0 && b && c === 0 && d) return { encoding: 'utf-16be', mark: 0 };
  return { mark: 0 };
}

/**
 * Decodes text without its byte order mark. What the first bytes show takes precedence over the named encoding.
 * @param encoding UTF-8 when absent.
 * @throws BrokenText.
 */
export function decodeText(bytes: Buffer, encoding = 'utf-8'): string {
  const { encoding: actual = encoding, mark } = shownEncoding(bytes);
  const content = bytes.subarray(mark);
  if (isUtf8Name(actual)) {
    const text = content.toString('utf8');
    if (text.includes(REPLACED) && !isUtf8(content)) throw new BrokenText(mark + brokenByte(content) + 1, 'UTF-8');
    return text;
  }
  const text = decode(content, actual, { stripBOM: false });
  const at = isUtf16Name(actual) ? text.search(LONE_HALF) : text.indexOf(REPLACED);
  if (at < 0) return text;
  throw new BrokenText(mark + Buffer.byteLength(text.slice(0, at), isUtf16Name(actual) ? 'utf16le' : 'latin1') + 1, actual);
}

/**
 * Decodes the text of a body that somebody sent.
 * @param cure what the sender can do if it is not text, such as `send it in UTF-8`.
 * @throws INVALID_REQUEST for `body`.
 */
export function textOfBody(body: Buffer, cure: string, charset?: string): string {
  try {
    return decodeText(body, charset);
  } catch (error) {
    if (error instanceof BrokenText) throw PerceptError.invalid('body', `${error.message}: ${cure}.`);
    throw error;
  }
}

/** The offset of the first byte that is not UTF-8. One byte must be invalid. */
export function brokenByte(bytes: Buffer): number {
  let at = 0;
  for (const part of bytes.toString('utf8').split(REPLACED)) {
    at += Buffer.byteLength(part);
    // The text itself may contain the replacement character.
    if (!bytes.subarray(at, at + 3).equals(REPLACEMENT)) return at;
    at += REPLACEMENT.length;
  }
  return at;
}
