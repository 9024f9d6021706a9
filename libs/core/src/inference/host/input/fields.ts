import { isDeepStrictEqual } from 'node:util';
import { checkJsonShape, suggest, PerceptError, parseJson, textOfBody } from '../../../kernel';
import { acceptedMedia, aliasesFor } from '../../../kernel/schema';
import { coerceFields } from './coerce';
import type { CapabilityDefinition } from '../../declaration';
import type { CallInput } from '../host';
import { parseAroundImage } from './around-image';
import { toJsonSchema, type JsonSchema } from '../../../kernel/schema';

/** Maximum bytes of JSON besides the Base64 text of an image or a video. */
const REST_BYTES = 1024 * 1024;
/** Maximum bytes of JSON for a capability that takes data: 100,000 points of a time series are 6 MB. */
const DATA_BYTES = 16 * 1024 * 1024;
const MAX_NAMES = 1000;

/** The parameters of a call under their canonical names, with the names that the caller wrote. */
export interface CallFields {
  values: Record<string, unknown>;
  /** The name that the caller wrote for a canonical one. */
  writtenAs(canonical: string): string;
}

/** The parameters under the caller's own names, so that they may be read a second time. */
export function asWritten(fields: CallFields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields.values).map(([name, value]) => [fields.writtenAs(name), value]));
}

/**
 * Reads the parameters of a call, and replaces aliases by their canonical names.
 * @throws PerceptError INVALID_REQUEST naming the fault in the body, or the first faulty field.
 */
export function readFields(capability: Pick<CapabilityDefinition, 'input'>, input: CallInput): CallFields {
  const schema = toJsonSchema(capability.input);
  const { query = {} } = input;
  // A query alone is enough.
  const json = input.json?.byteLength === 0 && Object.keys(query).length > 0 ? undefined : input.json;
  const raw = json ? parseBody(json, acceptedMedia(capability.input) ? REST_BYTES : DATA_BYTES) : (input.fields ?? {});
  const known = Object.keys(schema.properties ?? {});
  for (const [name, value] of [...Object.entries(raw), ...Object.entries(query)])
    if (!known.includes(name) && value !== undefined) throw PerceptError.invalid(name, unknownReason(name, known));
  const values = input.fromText ? coerceFields(raw, schema) : (roundNumbers(raw, schema) as typeof raw);
  const given = [...Object.entries(values), ...Object.entries(coerceFields(query, schema))];
  // Null counts as absent, because our own answers contain it.
  return underCanonicalNames(
    given.filter(([, value]) => value !== undefined && value !== null),
    aliasesFor(capability.input),
  );
}

/**
 * Rounds large integers to the nearest number where the schema expects a number, because handlers compute with it. Changes the
 * fields themselves. Other values, such as the rows of a table, stay exact.
 */
function roundNumbers(value: unknown, schema: JsonSchema): unknown {
  if (typeof value === 'bigint') return schema.type === 'number' || schema.type === 'integer' ? Number(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const { items, properties } = schema;
  if (Array.isArray(value) && items && items.type !== 'string' && (items.type !== 'object' || items.properties)) {
    for (const [index, each] of value.entries()) if (typeof each !== 'number') value[index] = roundNumbers(each, items);
  } else if (properties) {
    const record = value as Record<string, unknown>;
    for (const name in properties)
      if (typeof record[name] !== 'number' && Object.hasOwn(record, name))
        record[name] = roundNumbers(record[name], properties[name]!);
  }
  return value;
}

function unknownReason(name: string, known: string[]): string {
  const hint = suggest(name, known) || (known.length > 0 ? ` Known are: ${known.join(', ')}.` : '');
  return `is not a parameter of this operation.${hint}`;
}

/**
 * @param maxBytes limit without the Base64 text.
 * @throws PerceptError INVALID_REQUEST if it is not a JSON object; PAYLOAD_TOO_LARGE.
 */
export function parseBody(json: Uint8Array, maxBytes = DATA_BYTES): Record<string, unknown> {
  const body = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const long = checkJsonShape(body, maxBytes);
  const value = (long && parseAroundImage(body, long)) ?? parseText(textOfBody(body, 'send JSON in UTF-8').trim());
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw PerceptError.invalid('body', 'must be a JSON object with the parameters as its keys.');
  if (Object.keys(value).length > MAX_NAMES) throw PerceptError.invalid('body', `has more than ${MAX_NAMES} parameters.`);
  return value as Record<string, unknown>;
}

function parseText(text: string): unknown {
  if (text === '') throw PerceptError.invalid('body', 'is empty: send a JSON object with the parameters.');
  try {
    return parseJson(text);
  } catch (error) {
    throw PerceptError.invalid('body', `is not valid JSON: ${(error as Error).message}`);
  }
}

function underCanonicalNames(given: [name: string, value: unknown][], aliases: Readonly<Record<string, string>>): CallFields {
  const values: Record<string, unknown> = {};
  const written = new Map<string, string>();
  for (const [name, value] of given) {
    const canonical = aliases[name] ?? name;
    const first = written.get(canonical);
    if (first !== undefined && !isDeepStrictEqual(values[canonical], value)) {
      if (first === name)
        throw PerceptError.invalid(name, 'has one value in the query and another in the body: give one of them.');
      throw PerceptError.invalid(name, `has another value than '${first}', which is the same parameter: give one of them.`);
    }
    if (first === undefined) written.set(canonical, name);
    values[canonical] = value;
  }
  return { values, writtenAs: (canonical) => written.get(canonical) ?? canonical };
}
