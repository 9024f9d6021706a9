import { parseJson, PerceptError, toJson, type Row } from '@percept/sdk';
import { parseDateTime } from '@percept/sdk/pipelines';
import { numberFrom } from '../value';

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const BOOLEANS: Record<string, boolean> = { true: true, false: false, '1': true, '0': false, yes: true, no: false };
const MAX_SHOWN = 60;

/** Reads a value of a file; undefined if it is of another type. */
const READERS: Record<string, (text: string, value: unknown) => unknown> = {
  text: (text) => text,
  number: (text) => (NUMBER.test(text.trim()) && Number.isFinite(Number(text)) ? numberFrom(text) : undefined),
  integer: (text) => (NUMBER.test(text.trim()) ? wholeNumber(numberFrom(text)) : undefined),
  boolean: (text) => BOOLEANS[text.trim().toLowerCase()],
  date: (text) => (DATE.test(text.trim()) && parseDateTime(text.trim()) !== undefined ? text.trim() : undefined),
  timestamp: (text) => timestampFrom(parseDateTime(text.trim())),
  json: (text, value) => (typeof value === 'string' ? parsed(text) : value),
};

const PHRASES: Record<string, string> = {
  number: 'a number such as 12.5',
  integer: 'a whole number',
  boolean: 'true or false',
  date: 'a date such as 2026-01-31',
  timestamp: 'a time of ISO 8601, such as 2026-01-31T10:00:00Z',
  json: 'JSON',
};

export const COLUMN_TYPES = Object.keys(READERS);

/** A line that does not fit its types. */
export class InvalidLine extends Error {}

/** Converts the columns that have a type. @throws PerceptError INVALID_REQUEST for an unknown type. */
export function columnReader(types: Readonly<Record<string, string>> = {}): (row: Row) => Row {
  for (const [column, type] of Object.entries(types)) {
    if (Object.hasOwn(READERS, type)) continue;
    throw PerceptError.invalid(`types.${column}`, `must be one of ${COLUMN_TYPES.join(', ')}.`);
  }
  const columns = Object.entries(types);
  return (row) => {
    for (const [column, type] of columns) {
      if (Object.hasOwn(row, column)) row[column] = convert(row[column], column, type);
    }
    return row;
  };
}

function convert(value: unknown, column: string, type: string): unknown {
  if (value === null || value === undefined || value === '') return null;
  const text = typeof value === 'string' ? value : toJson(value);
  const read = READERS[type]!(text, value);
  if (read !== undefined) return read;
  throw new InvalidLine(`the column '${column}' must be ${PHRASES[type]}, not ${JSON.stringify(text).slice(0, MAX_SHOWN)}`);
}

function wholeNumber(number: number | bigint): number | bigint | undefined {
  return typeof number === 'bigint' || Number.isSafeInteger(number) ? number : undefined;
}

function timestampFrom(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
