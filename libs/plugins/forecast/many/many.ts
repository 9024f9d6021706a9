import { defineCapability, PerceptError } from '@percept/sdk';
import { judgePoints } from '../anomalies/anomalies';
import { detectChanges } from '../changepoints/changepoints';
import { answerFor, refuseWrongOptions } from '../timeseries-answer';
import { answerEach, type Sent } from './each-series';
import {
  ManyAnomaliesInput,
  ManyAnomaliesOutput,
  ManyChangepointsInput,
  ManyChangepointsOutput,
  ManyTimeseriesInput,
  ManyTimeseriesOutput,
} from './many-fields';
import type { Regressor } from '../drivers/drivers-input';

const EACH = 'Answers each series as in a single call; a refused series has its error, and the others keep their answers.';

const days = (values: number[]) => values.map((value, i) => ({ timestamp: `2026-01-${String(i + 1).padStart(2, '0')}`, value }));
const EXAMPLE = [
  { id: 'north', data: days([31, 33, 41, 38, 45, 12, 9, 32, 35, 40, 39, 46, 13, 10, 33, 34, 42]) },
  { id: 'south', data: days([12, 14, 13, 15, 14, 16, 95, 16, 17, 16, 18, 17, 19, 18, 19, 18, 20]) },
];

export const manyTimeseries = defineCapability({
  id: 'predict.timeseries.batch',
  operation: 'predictManyTimeSeries',
  summary: 'Forecasts many series of dated values.',
  description: EACH,
  input: ManyTimeseriesInput,
  output: ManyTimeseriesOutput,
  deterministic: true,
  long: true,
  examples: [{ series: EXAMPLE, periods: 2 }],

  setup:
    () =>
    async ({ series, ...options }, context) => {
      refuseWrongOptions(options);
      return answerEach(series, context, (one) =>
        answerFor({ ...options, data: dataFrom(one, ['data', 'regressors']), regressors: regressorsFrom(one) }),
      );
    },
});

export const manyAnomalies = defineCapability({
  id: 'predict.anomalies.batch',
  operation: 'detectAnomaliesInMany',
  summary: 'Finds the unusual points of many series.',
  description: EACH,
  input: ManyAnomaliesInput,
  output: ManyAnomaliesOutput,
  deterministic: true,
  long: true,
  examples: [{ series: EXAMPLE, mode: 'last' }],

  setup:
    () =>
    async ({ series, anomalies_only, ...options }, context) =>
      answerEach(series, context, (one) => {
        const { points, ...rest } = judgePoints({ ...options, data: dataFrom(one, ['data']) });
        return { points: points.filter(({ is_anomaly }) => is_anomaly || !anomalies_only), ...rest };
      }),
});

export const manyChangepoints = defineCapability({
  id: 'predict.changepoints.batch',
  operation: 'detectChangepointsInMany',
  summary: 'Finds where the level, the trend, the noise or the season of many series changes.',
  description: EACH,
  input: ManyChangepointsInput,
  output: ManyChangepointsOutput,
  deterministic: true,
  long: true,
  examples: [{ series: EXAMPLE }],

  setup:
    () =>
    async ({ series, ...options }, context) =>
      answerEach(series, context, (one) => detectChanges({ ...options, data: dataFrom(one, ['data']) })),
});

type Data = { timestamp: string; value: number }[];

const SHORTEST = 3;
const LONGEST = 100_000;
const LONGEST_NAME = 100;

/** The points of a series. @throws PerceptError INVALID_REQUEST naming the field. */
function dataFrom(one: Sent, fields: readonly string[]): Data {
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
function regressorsFrom({ regressors }: Sent): Regressor[] | undefined {
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
