import type { JSONSchema } from 'class-validator-jsonschema';

type PropertySchema = Exclude<Parameters<typeof JSONSchema>[0], (...given: never[]) => unknown>;

/** ISO 8601 in UTC. */
export const TIME: PropertySchema = { format: 'date-time' };

/**
 * A property that is always present and may be null, in the form of JSON Schema and OpenAPI 3.1; the library knows only OpenAPI
 * 3.0.
 */
export const orNull = (type: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array'): PropertySchema =>
  ({ type: [type, 'null'] }) as unknown as PropertySchema;

export const TIME_OR_NULL: PropertySchema = { ...TIME, ...orNull('string') };
