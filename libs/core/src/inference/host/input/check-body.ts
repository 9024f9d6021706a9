import { PerceptError } from '../../../kernel';
import { checkInput } from './check';
import type { Class } from '../../../kernel/schema';
import { readFields } from './fields';

/**
 * Converts a small JSON body, or a query of texts, to an instance of its class. Other operations thus follow the same rules as the
 * input of capabilities, with the same messages.
 * @throws PerceptError INVALID_REQUEST naming the faulty field.
 */
export function checkBody<T extends object>(bodyClass: Class<T>, body: unknown, { fromText = false } = {}): T {
  if (body === undefined || body === null) return checkBody(bodyClass, {});
  if (typeof body !== 'object' || Array.isArray(body))
    throw PerceptError.invalid('body', 'must be a JSON object with the parameters as its keys.');
  return checkInput(bodyClass, readFields({ input: bodyClass }, { fields: body as Record<string, unknown>, fromText }));
}
