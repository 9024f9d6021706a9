import { PerceptError, toJson, type Row } from '@percept/sdk';
import type { Cell } from '@percept/sdk/scratch';

const NUMERIC = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;
const WHOLE = /^\s*[-+]?\d+\s*$/;

/** The row's own field; no inherited one. */
export function field(row: Row, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}

/** The form in which a value is ordered and compared: numbers compare by value, even if written as text. */
export function comparable(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? value : Number(value);
  if (typeof value === 'string') return NUMERIC.test(value) ? comparable(numberFrom(value)) : value;
  return typeof value === 'boolean' ? Number(value) : toJson(value);
}

/** A value that is equal only for equal values: `comparable` rounds integers beyond 64 bits. */
export function matchable(value: unknown): Cell {
  const number = typeof value === 'string' && NUMERIC.test(value) ? numberFrom(value) : value;
  return typeof number === 'bigint' && BigInt.asIntN(64, number) !== number ? String(number) : comparable(value);
}

/** The number in a text; a bigint for an integer that a number would round. */
export function numberFrom(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) || !WHOLE.test(text) ? number : BigInt(text.trim().replace(/^\+/, ''));
}

/** The number in a field of a row; null if there is none. @throws PerceptError INVALID_REQUEST for anything else. */
export function numberIn(row: Row, name: string, at: { parameter: string; index: number }): number | bigint | null {
  const value = field(row, name);
  if (value === undefined || value === null || value === '') return null;
  const found = comparable(value);
  if (typeof found === 'bigint' || (typeof found === 'number' && Number.isFinite(found))) return found;
  const text = toJson(value).slice(0, 60);
  throw PerceptError.invalid(`${at.parameter}[${at.index}].${name}`, `must be a number, not ${text}.`);
}
