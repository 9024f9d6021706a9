import { parseJson, toJson } from '../../kernel';
import type { ColumnOptions } from 'typeorm';

/**
 * An integer that may exceed 32 bits, such as a time in ms since the epoch or a number of bytes. It needs the transformer because
 * PostgreSQL's driver returns a bigint as text.
 */
export const wholeNumber = {
  type: 'bigint',
  transformer: {
    to: (value: unknown) => value,
    from: (value: unknown) => (value === null || value === undefined ? null : Number(value)),
  },
} as const satisfies ColumnOptions;

/** The JSON text of a value for a JSON column, so that a caller who already has the text need not serialize again. */
export class JsonText {
  private constructor(readonly text: string) {}

  /** Replaces the value that the entity declares. */
  static for<Value>(text: string): Value {
    return new JsonText(text) as Value;
  }
}

/** A JSON value in a text column. Both databases support it, and the text comes back as it was written. */
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
