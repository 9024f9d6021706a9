import { PerceptError } from '@percept/core';
import { enumAt, objectAt, type Json } from './google-json';
import { offsetIn, readEncoding } from './offsets';

const TYPES = { PLAIN_TEXT: 1, HTML: 2 } as const;

/** A text to analyze. */
export interface TextDocument {
  text: string;
  /** As the caller names it; undefined: to be detected. */
  language?: string;
  /** The offset that the caller wants for one in UTF-16 code units. */
  offset: (utf16: number) => number;
}

/** @throws PerceptError INVALID_REQUEST. */
export function readDocument(body: Json): TextDocument {
  const { type, content, gcsContentUri, language, languageCode } = objectAt(body.document, 'document');
  enumAt(type ?? 'PLAIN_TEXT', 'document.type', TYPES);
  if (gcsContentUri)
    throw PerceptError.invalid('document.gcsContentUri', 'is in Google Cloud Storage, which Percept cannot read: send content.');
  if (typeof content !== 'string' || content === '') throw PerceptError.invalid('document.content', 'must be a text.');
  const named = language || languageCode;
  const short = typeof named === 'string' ? named.split('-')[0]!.toLowerCase() : undefined;
  return { text: content, language: short, offset: offsetIn(content, readEncoding(body.encodingType)) };
}
