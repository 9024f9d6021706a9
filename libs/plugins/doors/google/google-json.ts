import { PerceptError } from '@percept/sdk';
import { readJsonBody, type DoorCall, type Json } from '@percept/sdk/doors';

/** Google reads at most 10 MB of JSON. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Parses the body of a request. Names become lower camel case, because Google's clients may write `max_results` or `maxResults`.
 */
export function readGoogleJson({ body }: DoorCall): Json {
  if (body.length > MAX_BYTES) throw new PerceptError('PAYLOAD_TOO_LARGE', 'The request is larger than 10 MB.');
  return camelCased(readJsonBody(body)) as Json;
}

/** @throws PerceptError INVALID_REQUEST unless the value is an object. */
export function googleObject(value: unknown, field: string): Json {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Json;
  throw PerceptError.invalid(field, 'must be an object.');
}

/** @returns an empty list if the value is absent. @throws PerceptError INVALID_REQUEST unless it is a list. */
export function listAt(value: unknown, field: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw PerceptError.invalid(field, 'must be a list.');
}

/** Reads an enumeration value given by name or number. @throws PerceptError INVALID_REQUEST. */
export function enumAt<N extends string>(value: unknown, field: string, values: Readonly<Record<N, number>>): N {
  const found = (Object.keys(values) as N[]).find((name) => name === value || values[name] === value);
  if (found !== undefined) return found;
  throw PerceptError.invalid(field, `must be one of ${Object.keys(values).join(', ')}.`);
}

function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (value === null || typeof value !== 'object') return value;
  const named = Object.entries(value).map(([name, each]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    camelCased(each),
  ]);
  return Object.fromEntries(named);
}
