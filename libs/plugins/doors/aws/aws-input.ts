import { PerceptError } from '@percept/sdk';
import { readJsonBody, type Json } from '@percept/sdk/doors';
import { AwsError } from './aws-error';

/** Parses the JSON of a body; an empty one is an empty object. @throws AwsError SerializationException; PAYLOAD_TOO_LARGE. */
export function readAwsJson(body: Buffer): Json {
  if (body.length === 0) return {};
  try {
    return readJsonBody(body);
  } catch (error) {
    if (!(error instanceof PerceptError) || error.code !== 'INVALID_REQUEST') throw error;
    throw new AwsError('SerializationException', error.message);
  }
}

/** @throws AwsError ValidationException unless the value is an object. */
export function awsObject(value: unknown, name: string): Json {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Json;
  throw invalid(name, 'must be an object.');
}

/** @throws AwsError ValidationException unless the value is a text with at least one character. */
export function textAt(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(name, 'must be a text that is not empty.');
}

/** @throws AwsError ValidationException unless the value is a list of texts. */
export function textsAt(value: unknown, name: string, most: number): string[] {
  if (!Array.isArray(value) || value.length === 0) throw invalid(name, 'must be a list that is not empty.');
  if (value.length > most) throw invalid(name, `has ${value.length} elements; at most ${most} are answered in one call.`);
  return value.map((each, index) => textAt(each, `${name}[${index}]`));
}

/** @returns `assumed` if the value is absent. @throws AwsError ValidationException unless it is a number in the range. */
export function numberAt(value: unknown, name: string, { min, max, assumed }: Record<'min' | 'max' | 'assumed', number>): number {
  if (value === undefined || value === null) return assumed;
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw invalid(name, `must be a number from ${min} to ${max}.`);
}

export function invalid(name: string, reason: string): AwsError {
  return new AwsError('ValidationException', `Invalid parameter '${name}': ${reason}`);
}
