import { parse, stringify } from 'lossless-json';

/** A number is exact up to this many digits. */
const DIGITS = 16;
/** Computing with a longer integer costs more than its text. */
const MAX_DIGITS = 1_000;

/**
 * JSON.parse, but an integer that a number cannot hold becomes a bigint. A number with a fraction or an exponent becomes the
 * nearest number, as everywhere in JavaScript.
 * @throws SyntaxError.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return mayRoundInteger(text) ? parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue }) : value;
}

/** The JSON texts of large values that no longer change. */
const known = new WeakMap<object, string>();

/**
 * Remembers the text of a large value for `toJson`, because writing it again would hold the thread for long.
 * @returns the value.
 */
export function withKnownJson<T extends object>(value: T, text: string): T {
  known.set(value, text);
  return value;
}

/** The length of a value's known text in characters; 0 if none is known. */
export const knownJsonSize = (value: object): number => known.get(value)?.length ?? 0;

/** JSON.stringify, but a bigint becomes an integer. */
export function toJson(value: unknown, space?: number): string {
  const text = space === undefined && typeof value === 'object' && value !== null && known.get(value);
  if (text) return text;
  try {
    return JSON.stringify(value, null, space);
  } catch (error) {
    if (!(error instanceof TypeError) || !/BigInt/.test(error.message)) throw error;
    return stringify(value, null, space)!;
  }
}

/**
 * Whether the text may have an integer of sixteen digits or more outside strings. It looks at every sixteenth character where
 * there are no digits: parsing everything exactly would take three times as long.
 */
function mayRoundInteger(text: string): boolean {
  for (let end = DIGITS - 1; end < text.length;) {
    let at = end;
    while (at > end - DIGITS && isDigit(text, at)) at--;
    if (at > end - DIGITS) {
      end = at + DIGITS;
      continue;
    }
    while (isDigit(text, at)) at--;
    if (!/[\w."+]/.test(text.charAt(at))) return true;
    while (isDigit(text, end)) end++;
    end += DIGITS;
  }
  return false;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function parseNumber(text: string): number | bigint {
  const number = Number(text);
  if (Number.isSafeInteger(number) || /[.eE]/.test(text) || String(number) === text) return number;
  if (text.length > MAX_DIGITS) throw new SyntaxError(`An integer has more than ${MAX_DIGITS} digits: send it as text.`);
  return BigInt(text);
}
