import type { JSONSchema } from 'class-validator-jsonschema';

type Words = Exclude<Parameters<typeof JSONSchema>[0], (...given: never[]) => unknown>;

/** ISO 8601 in UTC. */
export const TIME: Words = { format: 'date-time' };

/** Always there, and null where there is nothing to say. OpenAPI 3.1 says so as JSON Schema does; the library knows 3.0. */
export const OR_NULL = (type: 'string' | 'number' | 'integer' | 'boolean' | 'object'): Words =>
  ({ type: [type, 'null'] }) as unknown as Words;

export const TIME_OR_NULL: Words = { ...TIME, ...OR_NULL('string') };
