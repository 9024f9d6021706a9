import { checkBody, checkJsonShape, type CallInput } from '@percept/core';
import { PerceptError, parseJson } from '@percept/sdk';
import type { Class } from '@percept/sdk';
import { getMetadataStorage } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { readCallInput } from '../capabilities/call-input';

/** The most bytes of JSON that the main thread parses: a larger picture is sent as a form. */
const MAX_JSON = 8 * 1024 * 1024;

/** Parameters of the capabilities that describe a picture or a text. */
const DESCRIBED: ReadonlySet<string> = new Set(['image', 'image_url', 'crop', 'text']);

/**
 * Splits a request into the class's own parameters and the rest, which go to the capability that describes a picture or a text.
 * @throws INVALID_REQUEST; PAYLOAD_TOO_LARGE.
 */
export async function readEntryInput<T extends object>(
  request: FastifyRequest,
  own: Class<T>,
): Promise<{ own: T; input: CallInput }> {
  const { json, query, ...sent } = await readCallInput(request);
  const stranger = Object.keys(query ?? {}).find((name) => !namesOf(own).has(name) && !DESCRIBED.has(name));
  if (stranger !== undefined) throw PerceptError.invalid(stranger, 'is not a parameter of this operation.');
  const fromText = sent.fromText === true;
  const body = json === undefined ? (sent.fields ?? {}) : objectFrom(json);
  const [mine, rest] = split({ ...query, ...body }, namesOf(own));
  // A form carries an object as its JSON text.
  if (fromText && typeof mine.metadata === 'string') mine.metadata = readObject(mine.metadata);
  if (fromText && typeof rest.crop === 'string') rest.crop = readObject(rest.crop, 'crop');
  return { own: checkBody(own, mine, { fromText }), input: { ...sent, fields: rest } };
}

function objectFrom(json: Uint8Array): Record<string, unknown> {
  if (json.length > MAX_JSON)
    throw new PerceptError(
      'PAYLOAD_TOO_LARGE',
      'The JSON is larger than 8 MB: send the picture as a form, or as the body itself.',
    );
  if (json.length === 0) return {};
  checkJsonShape(Buffer.from(json.buffer, json.byteOffset, json.byteLength), MAX_JSON);
  return readObject(Buffer.from(json).toString('utf8'), 'body');
}

function readObject(text: string, field = 'metadata'): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw PerceptError.invalid(field, `is not valid JSON: ${(error as Error).message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw PerceptError.invalid(field, 'must be a JSON object.');
}

function split(values: Record<string, unknown>, names: ReadonlySet<string>): [Record<string, unknown>, Record<string, unknown>] {
  const all = Object.entries(values);
  const pick = (isMine: boolean) => Object.fromEntries(all.filter(([name]) => names.has(name) === isMine));
  return [pick(true), pick(false)];
}

/** The parameters that a class declares. */
function namesOf(own: Class): ReadonlySet<string> {
  const checks = getMetadataStorage().getTargetValidationMetadatas(own, '', false, false);
  return new Set(checks.map(({ propertyName }) => propertyName));
}
