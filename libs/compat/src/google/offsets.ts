import { enumAt } from './google-json';

const ENCODINGS = { NONE: 0, UTF8: 1, UTF16: 2, UTF32: 3 } as const;
export type Encoding = keyof typeof ENCODINGS;

export function readEncoding(value: unknown): Encoding {
  return value === undefined || value === null ? 'NONE' : enumAt(value, 'encodingType', ENCODINGS);
}

/** Turns an offset in UTF-16 code units into one of the encoding; -1 without an encoding, as Google has it. */
export function offsetIn(text: string, encoding: Encoding): (utf16: number) => number {
  if (encoding === 'NONE') return () => -1;
  if (encoding === 'UTF16') return (utf16) => utf16;
  const sizeOf = encoding === 'UTF8' ? (part: string) => Buffer.byteLength(part) : (part: string) => Array.from(part).length;
  // Offsets come in rising order nearly always: each is counted from the one before.
  let [at, size] = [0, 0];
  return (utf16) => {
    size = utf16 >= at ? size + sizeOf(text.slice(at, utf16)) : sizeOf(text.slice(0, utf16));
    at = utf16;
    return size;
  };
}
