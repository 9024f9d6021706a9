import { checkJsonShape, PerceptError } from '../../kernel';

/** The fields of a JSON object. */
export type Json = Record<string, unknown>;

/** Bytes of a body without pictures and long texts: parsed JSON takes many times the memory of its text. */
const MAX_OTHER_BYTES = 1024 * 1024;

/** The JSON object of a body. @throws PerceptError INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
export function readJsonBody(body: Buffer): Json {
  if (body.length === 0) throw PerceptError.invalid('body', 'must be a JSON object.');
  checkJsonShape(body, MAX_OTHER_BYTES, 'long texts');
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw PerceptError.invalid('body', `is not valid JSON: ${(error as Error).message}`);
  }
  if (parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed)) return parsed as Json;
  throw PerceptError.invalid('body', 'must be a JSON object.');
}
