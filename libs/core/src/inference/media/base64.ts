import { PerceptError } from '../../kernel';

const DATA_URI = /^\s*data:([^,]{0,256}),/i;
const PADDING = '='.charCodeAt(0);

/**
 * Decodes Base64: a data-URI prefix may precede it, whitespace and the URL-safe alphabet are tolerated, padding may be
 * left out. Anything else is refused, where Node's own decoder would skip it in silence.
 * @throws PerceptError INVALID_REQUEST naming `field`.
 */
export function readBase64(text: string, field: string): Buffer {
  const prefix = DATA_URI.exec(text);
  if (prefix && !/;\s*base64\s*$/i.test(prefix[1]!)) {
    throw PerceptError.invalid(field, 'is a data URI without `;base64`: send the data as Base64');
  }
  const data = prefix ? text.slice(prefix[0].length) : text;
  const bytes = Buffer.from(data, 'base64');
  // The decoder skips what it does not know, so a clean text is one that yields as many bytes as its letters hold.
  if (bytes.length > 0 && bytes.length === bytesOf(lettersOfClean(data))) return bytes;
  const letters = lettersOf(data);
  if (letters === 0) throw PerceptError.invalid(field, 'is empty: send the image as Base64 data');
  if (letters === undefined || letters % 4 === 1 || bytes.length !== bytesOf(letters)) {
    throw PerceptError.invalid(field, 'is not Base64: it may contain A–Z, a–z, 0–9, + and / (or - and _), = at the end');
  }
  return bytes;
}

/** How many bytes Base64 text decodes to at most; for a check of the limit before decoding. */
export function base64Size(text: string): number {
  return Math.floor((text.length * 3) / 4);
}

function bytesOf(letters: number): number {
  return letters % 4 === 1 ? -1 : Math.floor((letters * 3) / 4);
}

/** Assumes that the text has only letters and padding, so that the common case does not check each of them. */
function lettersOfClean(data: string): number {
  let end = data.length;
  while (end > 0 && data.length - end < 2 && data.charCodeAt(end - 1) === PADDING) end--;
  return end;
}

/** Letters without whitespace and padding; undefined if the padding is followed by something or too long. */
function lettersOf(data: string): number | undefined {
  let letters = 0;
  let padding = 0;
  for (let i = 0; i < data.length; i++) {
    const code = data.charCodeAt(i);
    if (code === 32 || (code >= 9 && code <= 13)) continue;
    if (code === PADDING) padding++;
    else if (padding > 0) return undefined;
    else letters++;
  }
  return padding > 2 ? undefined : letters;
}
