import { isDeepStrictEqual } from 'node:util';
import { suggest, PerceptError } from '../../../kernel';
import { aliasesFor } from '../../../sdk/declaration';
import { coerceFields } from './coerce';
import type { CapabilityDefinition } from '../../../sdk/declaration';
import type { CallInput } from '../host';
import { parseAroundImage } from './around-image';
import { toJsonSchema } from '../../../sdk/declaration';

/** The parameters of a call under their canonical names, and how the caller wrote them. */
export interface CallFields {
  values: Record<string, unknown>;
  /** The name that the caller gave for a canonical one. */
  writtenAs(canonical: string): string;
}

/** The parameters under the caller's own names, so that they may be read a second time. */
export function asWritten(fields: CallFields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields.values).map(([name, value]) => [fields.writtenAs(name), value]));
}

/**
 * Reads the parameters of a call and brings aliases under their canonical names.
 * @throws PerceptError INVALID_REQUEST naming what is wrong with the body or the first field at fault.
 */
export function readFields(capability: Pick<CapabilityDefinition, 'input'>, input: CallInput): CallFields {
  const schema = toJsonSchema(capability.input);
  const raw = input.json ? parseBody(input.json) : (input.fields ?? {});
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined));
  const known = Object.keys(schema.properties ?? {});
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) throw PerceptError.invalid(name, unknownReason(name, known));
    if (value === null) throw PerceptError.invalid(name, 'must not be null: leave it out where there is nothing to say.');
  }
  return underCanonicalNames(input.fromText ? coerceFields(given, schema) : given, aliasesFor(capability.input));
}

function unknownReason(name: string, known: string[]): string {
  const hint = suggest(name, known) || (known.length > 0 ? ` Known are: ${known.join(', ')}.` : '');
  return `is not a parameter of this operation.${hint}`;
}

/** @throws PerceptError INVALID_REQUEST if it is not a JSON object. */
export function parseBody(json: Uint8Array): Record<string, unknown> {
  const body = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const value = parseAroundImage(body) ?? parseText(body.toString('utf8').trim());
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw PerceptError.invalid('body', 'must be a JSON object with the parameters as its keys.');
}

function parseText(text: string): unknown {
  if (text === '') throw PerceptError.invalid('body', 'is empty: send a JSON object with the parameters.');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw PerceptError.invalid('body', `is not valid JSON: ${(error as Error).message}`);
  }
}

function underCanonicalNames(given: Record<string, unknown>, aliases: Readonly<Record<string, string>>): CallFields {
  const values: Record<string, unknown> = {};
  const written = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    const canonical = aliases[name] ?? name;
    const first = written.get(canonical);
    if (first !== undefined && !isDeepStrictEqual(values[canonical], value)) {
      throw PerceptError.invalid(name, `says something else than '${first}', which is the same parameter: give one of them.`);
    }
    if (first === undefined) written.set(canonical, name);
    values[canonical] = value;
  }
  return { values, writtenAs: (canonical) => written.get(canonical) ?? canonical };
}
