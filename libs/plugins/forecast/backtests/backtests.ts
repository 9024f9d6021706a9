import { defineCapability, PerceptError } from '@percept/sdk';
import { createHash } from 'node:crypto';
import { findTimeGrid } from '../calendar/grid';
import { LONGEST_HISTORY, onGrid, toHistory } from '../history/history';
import { readVaryingPoints } from '../history/points';
import { roundedTo } from '../rounding';
import { BacktestInput, type OtherMethod } from './backtests-input';
import { BacktestOutput, type BacktestedValue } from './backtests-output';
import { listOrigins, repeated, rolled, type Rolled } from './rolling';
import { computeScores, type Forecasts } from './scores';

const IDENTITY = { name: 'rolling-origin', version: '1.0', digest: createHash('sha256').update('rolling-origin').digest('hex') };

export const backtests = defineCapability({
  id: 'predict.backtest',
  operation: 'backtestForecast',
  summary:
    'Forecasts the past of a series from rolling origins, and compares the scores with those of simple methods and your own.',
  description:
    'Each forecast uses only the values up to its origin, so the scores show what to expect of `predict.timeseries` on this ' +
    'series.',
  input: BacktestInput,
  output: BacktestOutput,
  deterministic: true,
  examples: [{ data: exampleData(), periods: 3, origins: 4 }],

  setup:
    () =>
    async (input, { timer, used }) => {
      const answer = await timer.time('backtest', async () => backtested(input));
      used(IDENTITY);
      return answer;
    },
});

function backtested({
  data,
  periods,
  origins,
  step: givenStep,
  season_length,
  confidence_interval: level,
  compare: others,
}: BacktestInput): BacktestOutput {
  // Either may be null.
  const [step, compare] = [givenStep ?? periods, others ?? []];
  const points = readVaryingPoints(data);
  const grid = findTimeGrid(
    points.map(({ time }) => time),
    season_length,
  );
  const { values } = toHistory(points, grid);
  const given = onGrid(points, grid, LONGEST_HISTORY);
  const question = { values, periods: grid.periods, horizon: periods, origins, step, level };
  const known = listOrigins(question);
  if (known.length === 0) {
    throw PerceptError.invalid(
      'periods',
      `leaves too little to forecast from: the series has ${values.length} periods. Ask for a shorter forecast.`,
    );
  }
  const names = new Set(['forecast', 'naive', 'seasonal_naive']);
  compare.forEach((each, i) => refuseMisfit(each, i, { origins: known.length, periods, names }));
  const rolls = rolled(question);
  const actual = known.map((from) => given.slice(from, from + periods));
  const naive = (method: string, period: (roll: Rolled) => number): Forecasts => ({
    method,
    predicted: rolls.map((roll) => repeated(values, roll.known, { period: period(roll), horizon: periods })),
  });
  const methods: Forecasts[] = [
    { method: 'forecast', predicted: rolls.map(({ predicted }) => predicted), intervals: rolls },
    naive('naive', () => 1),
    naive('seasonal_naive', ({ period }) => period),
    ...compare.map(({ name, predictions }) => ({ method: name, predicted: predictions })),
  ];
  const textAt = textsOf(data, points, { positions: grid.positions, length: values.length });
  const forecasts = rolls.flatMap((roll, o) => rowsOf(roll, actual[o]!, textAt));
  return {
    methods: methods.map((each) => computeScores(actual, rolls, { forecasts: each, level })),
    origins: rolls.map((roll) => textAt(roll.known - 1)),
    forecasts,
    values_scored: forecasts.length,
  };
}

/** The timestamp of a period, or of the last period before it that is in `data`. */
function textsOf(
  data: BacktestInput['data'],
  points: readonly { index: number }[],
  { positions, length }: { positions: Float64Array; length: number },
): (t: number) => string {
  const from = positions[points.length - 1]! + 1 - length;
  return (t) => {
    let i = positions.findLastIndex((position) => position - from <= t);
    i = Math.max(0, i);
    return data[points[i]!.index]!.timestamp;
  };
}

function rowsOf(roll: Rolled, actual: Float64Array, textAt: (t: number) => string): BacktestedValue[] {
  return Array.from(actual).flatMap((value, k) => {
    if (Number.isNaN(value)) return [];
    const rounded = roundedTo(roll.upper[k]! - roll.lower[k]!);
    return {
      origin: textAt(roll.known - 1),
      timestamp: textAt(roll.known + k),
      value,
      predicted_value: rounded(roll.predicted[k]!),
      lower_bound: rounded(roll.lower[k]!),
      upper_bound: rounded(roll.upper[k]!),
    };
  });
}

/**
 * @param asked what the numbers must fit; adds the method's name to `names`
 * @throws PerceptError INVALID_REQUEST for a repeated name, too few or too many numbers, or other values.
 */
function refuseMisfit(
  { name, predictions }: OtherMethod,
  i: number,
  { origins, periods, names }: { origins: number; periods: number; names: Set<string> },
): void {
  const at = `compare[${i}].predictions`;
  // The class's own check lets a list pass instead of the method.
  const found = Array.isArray(predictions) ? predictions.length : 'none';
  if (found !== origins) {
    throw PerceptError.invalid(at, `must have a list for each of the ${origins} origins, not ${found}.`);
  }
  predictions.forEach((each, o) => {
    if (!Array.isArray(each) || each.length !== periods || !each.every(Number.isFinite)) {
      throw PerceptError.invalid(`${at}[${o}]`, `must be a list of ${periods} numbers, one for each period.`);
    }
  });
  if (names.has(name)) throw PerceptError.invalid(`compare[${i}].name`, `repeats '${name}': give each method its own name.`);
  names.add(name);
}

/** Three years of monthly values with a summer peak. */
function exampleData(): { timestamp: string; value: number }[] {
  const year = [31, 33, 41, 52, 64, 75, 82, 80, 66, 51, 38, 33];
  return Array.from({ length: 36 }, (_, i) => ({
    timestamp: `${2023 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`,
    value: year[i % 12]! + Math.floor(i / 4) + ((i * 5) % 3),
  }));
}
