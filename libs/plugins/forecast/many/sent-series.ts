import { PerceptError } from '@percept/sdk';
import type { Regressor } from '../drivers/drivers-input';
import type { Sent } from './each-series';

type Data = { timestamp: string; value: number }[];

const SHORTEST = 3;
const LONGEST = 100_000;

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
  regressors.forEach((each: Partial<Regressor> | null, r) => {
    const isWhole = typeof each?.name === 'string' && Array.isArray(each.values) && Array.isArray(each.future_values);
    if (!isWhole) throw PerceptError.invalid(`regressors[${r}]`, "must have 'name', 'values' and 'future_values'.");
  });
  return regressors as Regressor[];
}
