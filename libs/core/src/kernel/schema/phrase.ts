import { hideUserInfo, hideUserInfoIn, toJson } from '..';
import type { JsonSchema } from './schema';

const SHOWN = 60;

/** Describes a schema in words that follow `must be`, such as `a number between 0 and 1`; undefined when it says too little. */
export function describeSchema(schema: JsonSchema): string | undefined {
  if (schema.enum) return `one of ${schema.enum.map((value) => show(value)).join(', ')}`;
  switch (schema.type) {
    case 'number':
      return `a number${range(schema)}`;
    case 'integer':
      return `a whole number${range(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'string':
      return schema.pattern || schema.format ? undefined : `a text${lengths(schema.minLength, schema.maxLength, 'characters')}`;
    case 'array':
      return listPhrase(schema);
    case 'object':
      return 'an object';
    default:
      return undefined;
  }
}

/** A value as part of a sentence. Long values are cut. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `'${cut(hideUserInfo(value))}'`;
  if (Array.isArray(value) && value.length === 0) return 'an empty list';
  // JSON cannot express all of these values.
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  return cut(toJson(hideUserInfoIn(value)));
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

const PLURALS: Record<string, string> = {
  'a text': 'texts',
  'a number': 'numbers',
  'a whole number': 'whole numbers',
  'true or false': 'true or false',
  'an object': 'objects',
};

function listPhrase({ items, minItems, maxItems }: JsonSchema): string {
  const size = lengths(minItems, maxItems, 'entries');
  const each = items && (describeSchema(items) ?? (items.type === 'string' ? 'a text' : undefined));
  if (!each) return `a list${size}`;
  const plural = PLURALS[each];
  return plural ? `a list of ${plural}${size}` : `a list${size}, each ${each}`;
}

function range({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` between ${minimum} and ${maximum}`;
  const low =
    minimum !== undefined ? ` of at least ${minimum}` : exclusiveMinimum !== undefined ? ` above ${exclusiveMinimum}` : '';
  const high =
    maximum !== undefined ? ` of at most ${maximum}` : exclusiveMaximum !== undefined ? ` below ${exclusiveMaximum}` : '';
  return low && high ? `${low} and${high}` : low || high;
}

function lengths(min: number | undefined, max: number | undefined, unit: string): string {
  const one = (count: number) => (count === 1 ? `1 ${unit === 'entries' ? 'entry' : 'character'}` : `${count} ${unit}`);
  if (min !== undefined && min === max) return ` with ${one(min)}`;
  if (min !== undefined && max !== undefined) return ` with ${min} to ${max} ${unit}`;
  if (min !== undefined) return ` with at least ${one(min)}`;
  return max !== undefined ? ` with at most ${one(max)}` : '';
}
