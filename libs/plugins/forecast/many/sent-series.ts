import { PerceptError } from '@percept/sdk';
import type { Regressor } from '../drivers/drivers-input';
import type { Sent } from './each-series';

type Data = { timestamp: string; value: number }[];

const SHORTEST = 3;
const LONGEST = 100_000;
const LONGEST_NAME = 100;

/** The points of a series. @throws PerceptError INVALID_REQUEST naming the field. */
export function dataFrom(one: Sent, fields: readonly string[]): Data {
  for (const name in one) {
    if (name !== 'id' && !fields.includes(name))
      throw PerceptError.invalid(
        name,
        `is not known here: a series has ${['id', ...fields].map((each) => `'${each}'`).join(', ')}.`,
      );
  }
  const { data } = one;
  if (!Array.isArray(data)) throw PerceptError.invalid('data', "must be a list of objects with 'timestamp' and 'value'.");
  if (data.length < SHORTEST || data.length > LONGEST)
    throw PerceptError.invalid('data', `must have ${SHORTEST} to ${LONGEST} entries, not ${data.length}.`);
  return data as Data;
}

/** The regressors of a series, if it has any. @throws PerceptError INVALID_REQUEST naming the field. */
export function regressorsFrom({ regressors }: Sent): Regressor[] | undefined {
  if (regressors === undefined || regressors === null) return undefined;
  if (!Array.isArray(regressors)) throw PerceptError.invalid('regressors', 'must be a list.');
  regressors.forEach((each: unknown, r) => {
    const { name, values, future_values, ...others } = Object(each) as Partial<Regressor>;
    const refuse = (field: string, reason: string) => PerceptError.invalid(`regressors[${r}].${field}`, reason);
    if (typeof name !== 'string' || name === '' || name.length > LONGEST_NAME)
      throw refuse('name', `must be a text with 1 to ${LONGEST_NAME} characters.`);
    if (!Array.isArray(values)) throw refuse('values', 'must be a list of numbers.');
    if (!Array.isArray(future_values)) throw refuse('future_values', 'must be a list of numbers.');
    for (const field in others) throw refuse(field, 'is not known here.');
  });
  return regressors as Regressor[];
}
