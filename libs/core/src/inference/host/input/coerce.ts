import { booleanFrom, checkJsonShape, parseJson } from '../../../kernel';
import type { JsonSchema } from '../../../kernel/schema';

/** Maximum bytes of a form field; the form parser already refuses larger ones. */
const MAX_TEXT = 1024 * 1024;

/**
 * Parses the texts of a form or a query by the schema: numbers, booleans, and lists that are repeated, separated by commas or
 * written as JSON. An empty field becomes undefined, because a person left it empty. Unreadable texts stay unchanged, so that the
 * following check can name them.
 */
export function coerceFields(fields: Record<string, unknown>, schema: JsonSchema): Record<string, unknown> {
  const read = (name: string, value: unknown) => {
    if ([value].flat().every((each) => each === '')) return undefined;
    const property = schema.properties?.[name];
    return property ? coerce(value, property) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, read(name, value)]));
}

function coerce(value: unknown, schema: JsonSchema): unknown {
  if (schema.type === 'array') return list(value).map((entry) => coerce(entry, schema.items ?? {}));
  if (typeof value !== 'string') return value;
  const text = value.trim();
  switch (schema.type) {
    case 'number':
    case 'integer':
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : value;
    case 'boolean':
      return booleanFrom(text) ?? value;
    case 'object':
      return parsed(text) ?? value;
    default:
      return value;
  }
}

function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.length === 1 ? list(value[0]) : value.filter((each) => each !== '');
  if (typeof value !== 'string') return [value];
  if (value.trim().startsWith('[')) {
    const read = parsed(value);
    if (Array.isArray(read)) return read;
  }
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function parsed(text: string): unknown {
  checkJsonShape(Buffer.from(text), MAX_TEXT);
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
