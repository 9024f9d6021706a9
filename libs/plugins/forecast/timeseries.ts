import { defineCapability, PerceptError } from '@percept/sdk';
import { createHash } from 'node:crypto';
import { gridOf, timestampAfter } from './calendar/grid';
import type { Grid } from './calendar/regular-times';
import { forecast } from './forecast';
import { toHistory } from './history/history';
import { INTERVAL_TABLE } from './intervals/interval-table';
import { readPoints } from './history/points';
import { decimals, roundedTo } from './rounding';
import { TimeseriesInput, type Bounds } from './timeseries-input';
import { TimeseriesOutput, type Prediction } from './timeseries-output';

/** Its members are code; what was fitted is the table of the intervals. */
const IDENTITY = {
  name: 'forecast-ensemble',
  version: '1.4',
  digest: createHash('sha256').update(JSON.stringify(INTERVAL_TABLE)).digest('hex'),
};

const END_OF_CALENDAR = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export const timeseries = defineCapability({
  id: 'predict.timeseries',
  operation: 'predictTimeSeries',
  summary: 'Predicts the periods that follow a series of dated values.',
  description:
    'The step between the values (hours, days, business days, months …) and the season are found in the data; missing periods ' +
    'are filled. Several methods are combined; the intervals are calibrated on other series.',
  input: TimeseriesInput,
  output: TimeseriesOutput,
  deterministic: true,
  examples: [{ data: exampleData(), periods: 6, confidence_interval: 0.9 }],

  setup:
    () =>
    async (input, { timer, used }) => {
      const points = readPoints(input.data);
      const times = points.map(({ time }) => time);
      const grid = gridOf(times);
      refuseBeyondCalendar(grid, input.periods);
      const { values, filled } = toHistory(points, grid);
      refuseEmptyRange(input.bounds);
      const question = {
        values,
        periods: grid.periods,
        horizon: input.periods,
        level: input.confidence_interval,
        bounds: input.bounds,
      };
      const found = await timer.time('forecast', async () => forecast(question));
      const last = times[times.length - 1]!;
      const predictions = Array.from(found.predicted, (value, k): Prediction => {
        const rounded = roundedTo(found.upper[k]! - found.lower[k]!);
        return {
          timestamp: timestampAfter(grid, last, k + 1),
          predicted_value: rounded(value),
          lower_bound: rounded(found.lower[k]!),
          upper_bound: rounded(found.upper[k]!),
        };
      });
      used(IDENTITY);
      const { accuracy, mase } = found.test;
      const model_info = {
        algorithm: found.algorithm,
        accuracy_score: decimals(accuracy),
        trend: found.trend,
        seasonality_period: found.period,
        points_used: values.length,
        points_filled: filled,
        bounds: found.bounds,
        ...(mase === undefined ? {} : { mase: decimals(mase) }),
      };
      return { predictions, model_info };
    },
});

function refuseEmptyRange({ lower, upper }: Bounds = {}): void {
  if (lower === undefined || upper === undefined || lower < upper) return;
  throw PerceptError.invalid('bounds.upper', `must be above 'lower', which is ${lower}.`);
}

function refuseBeyondCalendar(grid: Grid, periods: number): void {
  if (grid.after(periods).wall <= END_OF_CALENDAR) return;
  throw PerceptError.invalid('periods', 'reaches past the year 9999: ask for fewer.');
}

/** Two years of months with a summer peak. */
function exampleData(): { timestamp: string; value: number }[] {
  const values = [31, 33, 41, 52, 64, 75, 82, 80, 66, 51, 38, 33, 35, 37, 46, 57, 70, 82, 90, 87, 72, 56, 42, 37];
  return values.map((value, i) => ({
    timestamp: `${2024 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`,
    value,
  }));
}
