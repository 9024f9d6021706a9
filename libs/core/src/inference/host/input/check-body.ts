import { PerceptError } from '../../../kernel';
import { checkInput } from './check';
import type { Class } from '../../../kernel/schema';
import { readFields } from './fields';

/**
 * A small JSON body, or a query whose values are texts, as an instance of its class: the rules and sentences of a
 * capability's input, for every other operation.
 * @throws PerceptError INVALID_REQUEST naming the field at fault.
 */
export function checkBody<T extends object>(bodyClass: Class<T>, body: unknown, { fromText = false } = {}): T {
  if (body === undefined || body === null) return checkBody(bodyClass, {});
  if (typeof body !== 'object' || Array.isArray(body))
    throw PerceptError.invalid('body', 'must be a JSON object with the parameters as its keys.');
  return checkInput(bodyClass, readFields({ input: bodyClass }, { fields: body as Record<string, unknown>, fromText }));
}
