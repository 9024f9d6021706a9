import { PerceptError } from '@percept/sdk';
import type { Json } from '@percept/sdk/doors';
import { enumAt, googleObject } from './google-json';

const ENCODINGS = { NONE: 0, UTF8: 1, UTF16: 2, UTF32: 3 } as const;
type Encoding = keyof typeof ENCODINGS;

function readEncoding(value: unknown): Encoding {
  return value === undefined || value === null ? 'NONE' : enumAt(value, 'encodingType', ENCODINGS);
}

/** Converts offsets in UTF-16 code units to the encoding; -1 without an encoding, as Google does. */
function offsetIn(text: string, encoding: Encoding): (utf16: number) => number {
  if (encoding === 'NONE') return () => -1;
  if (encoding === 'UTF16') return (utf16) => utf16;
  const sizeOf = encoding === 'UTF8' ? (part: string) => Buffer.byteLength(part) : (part: string) => Array.from(part).length;
  // Offsets nearly always rise, so each is counted from the previous one.
  let [at, size] = [0, 0];
  return (utf16) => {
    size = utf16 >= at ? size + sizeOf(text.slice(at, utf16)) : sizeOf(text.slice(0, utf16));
    at = utf16;
    return size;
  };
}

const TYPES = { PLAIN_TEXT: 1, HTML: 2 } as const;

/** A text to analyze. */
export interface TextDocument {
  text: string;
  /** As named by the caller; undefined: to be detected. */
  language?: string;
  /** Converts an offset in UTF-16 code units to the encoding that the caller wants. */
  offset: (utf16: number) => number;
}

/** @throws PerceptError INVALID_REQUEST. */
export function readTextDocument(body: Json): TextDocument {
  const { type, content, gcsContentUri, language, languageCode } = googleObject(body.document, 'document');
  enumAt(type ?? 'PLAIN_TEXT', 'document.type', TYPES);
  if (gcsContentUri)
    throw PerceptError.invalid('document.gcsContentUri', 'is in Google Cloud Storage, which Percept cannot read: send content.');
  if (typeof content !== 'string' || content === '') throw PerceptError.invalid('document.content', 'must be a text.');
  const named = language || languageCode;
  const short = typeof named === 'string' ? named.split('-')[0]!.toLowerCase() : undefined;
  return { text: content, language: short, offset: offsetIn(content, readEncoding(body.encodingType)) };
}
