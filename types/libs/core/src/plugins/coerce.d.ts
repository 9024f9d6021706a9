import type { JsonSchema } from './schema';
/**
 * Reads the texts of a form or a query by the schema: numbers, booleans, and lists that are repeated, separated by
 * commas or written as JSON. What cannot be read stays as it is, so that the check that follows can name it.
 */
export declare function coerceFields(fields: Record<string, unknown>, schema: JsonSchema): Record<string, unknown>;
