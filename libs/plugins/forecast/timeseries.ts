import { defineCapability } from '@percept/sdk';
import { createHash } from 'node:crypto';
import { INTERVAL_TABLE } from './intervals/interval-table';
import { answerFor } from './timeseries-answer';
import { TimeseriesInput } from './timeseries-input';
import { TimeseriesOutput } from './timeseries-output';

/** The ensemble's members are code; only the table of intervals was fitted. */
const IDENTITY = {
  name: 'forecast-ensemble',
  version: '1.7',
  digest: createHash('sha256').update(JSON.stringify(INTERVAL_TABLE)).digest('hex'),
};

export const timeseries = defineCapability({
  id: 'predict.timeseries',
  operation: 'predictTimeSeries',
  summary: 'Predicts the periods that follow a series of dated values.',
  description:
    'Detects the step between the values (hours, days, business days, months …) and the season; fills missing periods. ' +
    'Combines several methods; the intervals are calibrated on other series.',
  input: TimeseriesInput,
  output: TimeseriesOutput,
  deterministic: true,
  examples: [{ data: exampleData(), periods: 6, confidence_interval: 0.9 }],

  setup:
    () =>
    async (input, { timer, used }) => {
      const answer = await timer.time('forecast', async () => answerFor(input));
      used(IDENTITY);
      return answer;
    },
});

/** Two years of monthly values with a summer peak. */
function exampleData(): { timestamp: string; value: number }[] {
  const values = [31, 33, 41, 52, 64, 75, 82, 80, 66, 51, 38, 33, 35, 37, 46, 57, 70, 82, 90, 87, 72, 56, 42, 37];
  return values.map((value, i) => ({
    timestamp: `${2024 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`,
    value,
  }));
}
