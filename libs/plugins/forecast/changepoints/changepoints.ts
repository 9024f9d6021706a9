import { defineCapability } from '@percept/sdk';
import { createHash } from 'node:crypto';
import { findTimeGrid } from '../calendar/grid';
import { onGrid } from '../history/history';
import { readVaryingPoints } from '../history/points';
import { decimals } from '../rounding';
import { ChangepointsInput } from './changepoints-input';
import { ChangepointsOutput } from './changepoints-output';
import { findChanges } from './find-changes';

const ALGORITHM = 'binary_segmentation';
const IDENTITY = { name: 'series-changepoints', version: '1.0', digest: createHash('sha256').update(ALGORITHM).digest('hex') };
/** How many digits the values before and after a change have. */
const DIGITS = 8;

export const changepoints = defineCapability({
  id: 'predict.changepoints',
  operation: 'detectChangepoints',
  summary: 'Finds where the level, the trend, the noise or the season of a series changes.',
  description:
    'Each change has its kind, its confidence, and what it was before and after. Single outliers and autocorrelated noise ' +
    'do not count as changes.',
  input: ChangepointsInput,
  output: ChangepointsOutput,
  deterministic: true,
  examples: [{ data: exampleData() }],

  setup:
    () =>
    async (input, { timer, used }) => {
      const answer = await timer.time('changepoints', async () => detectChanges(input));
      used(IDENTITY);
      return answer;
    },
});

/** The answer for one series. @throws PerceptError INVALID_REQUEST naming the point, `data` if it is constant, or `season_length`. */
export function detectChanges({ data, min_confidence, season_length }: ChangepointsInput): ChangepointsOutput {
  const points = readVaryingPoints(data);
  const grid = findTimeGrid(
    points.map(({ time }) => time),
    season_length,
  );
  const values = onGrid(points, grid);
  const { period, changes } = findChanges(values, grid.periods, 1 - min_confidence);
  const rounded = (value: number) => Number(value.toPrecision(DIGITS));
  return {
    changepoints: changes.map(({ at, kind, chance, before, after }) => {
      const first = grid.positions.findIndex((position) => position >= at);
      return {
        timestamp: data[points[first]!.index]!.timestamp,
        kind,
        confidence: decimals(1 - chance),
        before: rounded(before),
        after: rounded(after),
      };
    }),
    model_info: {
      algorithm: ALGORITHM,
      seasonality_period: period,
      points_used: points.length,
      points_filled: values.length - points.length,
    },
  };
}

/** Eight weeks of daily values whose level doubles after five. */
function exampleData(): { timestamp: string; value: number }[] {
  return Array.from({ length: 56 }, (_, i) => ({
    timestamp: new Date(Date.UTC(2026, 0, 5 + i)).toISOString().slice(0, 10),
    value: (i < 35 ? 40 : 80) + Math.round(5 * Math.sin(i * i)),
  }));
}
