import { PerceptError, type Row } from '@percept/sdk';
import type { Cell } from '@percept/sdk/scratch';

const NUMERIC = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;

/** A field of a row; only its own. */
export function field(row: Row, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}

/** How a value is ordered and compared: numbers by value, whether they are written as numbers or as text. */
export function comparable(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return NUMERIC.test(value) ? Number(value) : value;
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value);
}

/** The number that a row has in a field; null if there is none. @throws PerceptError INVALID_REQUEST for anything else. */
export function numberIn(row: Row, name: string, at: { parameter: string; index: number }): number | null {
  const value = field(row, name);
  if (value === undefined || value === null || value === '') return null;
  const found = comparable(value);
  if (typeof found === 'number' && Number.isFinite(found)) return found;
  const text = JSON.stringify(value).slice(0, 60);
  throw PerceptError.invalid(`${at.parameter}[${at.index}].${name}`, `must be a number, not ${text}.`);
}
