import { defineCapability } from '@percept/sdk';
import { judgePoints } from '../anomalies/anomalies';
import { changesOf } from '../changepoints/changepoints';
import { answerFor, refuseWrongOptions } from '../timeseries-answer';
import { answerEach } from './each-series';
import {
  ManyAnomaliesInput,
  ManyAnomaliesOutput,
  ManyChangepointsInput,
  ManyChangepointsOutput,
  ManyTimeseriesInput,
  ManyTimeseriesOutput,
} from './many-fields';
import { dataFrom, regressorsFrom } from './sent-series';

const EACH = 'Answers each series as in a single call; a refused series has its error, and the others keep their answers.';

const days = (values: number[]) => values.map((value, i) => ({ timestamp: `2026-01-${String(i + 1).padStart(2, '0')}`, value }));
const EXAMPLE = [
  { id: 'north', data: days([31, 33, 41, 38, 45, 12, 9, 32, 35, 40, 39, 46, 13, 10, 33, 34, 42]) },
  { id: 'south', data: days([12, 14, 13, 15, 14, 16, 95, 16, 17, 16, 18, 17, 19, 18, 19, 18, 20]) },
];

export const manyTimeseries = defineCapability({
  id: 'predict.timeseries.batch',
  operation: 'predictManyTimeSeries',
  summary: 'Predicts the periods that follow many series of dated values.',
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
      answerEach(series, context, (one) => changesOf({ ...options, data: dataFrom(one, ['data']) })),
});
