import { parseJson, toJson } from '../../kernel';
import type { ColumnOptions } from 'typeorm';

/** A point in time as ms since the epoch. PostgreSQL's driver answers a bigint as text, hence the transformer. */
export const epochMs = {
  type: 'bigint',
  transformer: {
    to: (value: unknown) => value,
    from: (value: unknown) => (value === null || value === undefined ? null : Number(value)),
  },
} as const satisfies ColumnOptions;

/** An integer beyond 32 bits, such as a number of bytes. */
export const wholeNumber = epochMs;

/** The JSON text of a value, for a column of JSON values: who has it need not make it twice. */
export class JsonText {
  private constructor(readonly text: string) {}

  /** Stands in place of the value that the entity names. */
  static for<Value>(text: string): Value {
    return new JsonText(text) as Value;
  }
}

/** A JSON value in a text column: both databases have it, and the text comes back as it was written. */
export const jsonText = {
  type: 'text',
  transformer: {
    to: (value: unknown): unknown => {
      if (value === null || value === undefined) return value;
      return value instanceof JsonText ? value.text : toJson(value);
    },
    from: (value: unknown): unknown => (typeof value === 'string' ? parseJson(value) : null),
  },
} as const satisfies ColumnOptions;
