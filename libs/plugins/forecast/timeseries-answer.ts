import { PerceptError } from '@percept/sdk';
import { findTimeGrid, timestampAfter } from './calendar/grid';
import type { TimeGrid } from './calendar/regular-times';
import { drivenForecast, type DrivenForecast, type Parts } from './drivers/driven-forecast';
import { holidayCalendar } from './drivers/holiday-calendar';
import { readHolidays, readRegressors } from './drivers/read-drivers';
import { usualBounds } from './forecast';
import { LONGEST_HISTORY, onGrid, toHistory } from './history/history';
import { readPoints } from './history/points';
import { decimals, roundedTo } from './rounding';
import type { Bounds, TimeseriesInput } from './timeseries-input';
import type { ForecastModelInfo, Prediction, TimeseriesOutput } from './timeseries-output';

const END_OF_CALENDAR = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The forecast of one series. @throws PerceptError INVALID_REQUEST naming the field. */
export function answerFor(input: TimeseriesInput): TimeseriesOutput {
  const points = readPoints(input.data);
  const grid = findTimeGrid(
    points.map(({ time }) => time),
    input.season_length,
  );
  refuseBeyondCalendar(grid, input.periods);
  const { values, filled } = toHistory(points, grid);
  const bounds = boundsOf(input, values);
  refuseEmptyRange(bounds);
  const place = { points, grid, length: values.length, periods: input.periods };
  const found = drivenForecast({
    values,
    given: onGrid(points, grid, LONGEST_HISTORY),
    periods: grid.periods,
    horizon: input.periods,
    level: input.confidence_interval,
    bounds,
    method: input.method === 'auto' ? undefined : input.method,
    integer: input.integer,
    holidays: input.holidays && readHolidays(input.holidays, place),
    regressors: input.regressors && readRegressors(input.regressors, values, place),
  });
  const last = points[points.length - 1]!.time;
  const predictions = predictionsOf(found, input, (k) => timestampAfter(grid, last, k + 1));
  const from = grid.positions[points.length - 1]! + 1 - values.length;
  const since = (at: number) => points[grid.positions.findIndex((position) => position - from >= at)]!;
  const level = found.levelSince === undefined ? {} : { level_since: input.data[since(found.levelSince).index]!.timestamp };
  return { predictions, model_info: { ...infoOf(found), ...level, points_used: values.length, points_filled: filled } };
}

function boundsOf({ bounds, non_negative }: TimeseriesInput, values: Float64Array): Bounds | undefined {
  if (!non_negative) return bounds;
  const usual = bounds ?? usualBounds(values);
  return { ...usual, lower: Math.max(0, usual.lower ?? 0) };
}

function predictionsOf(
  found: DrivenForecast,
  { quantiles, explain }: TimeseriesInput,
  timestamp: (k: number) => string,
): Prediction[] {
  const asked = (quantiles ?? []).map((quantile) => ({ quantile, values: found.quantile(quantile) }));
  return Array.from(found.predicted, (value, k): Prediction => {
    const rounded = roundedTo(found.upper[k]! - found.lower[k]!);
    return {
      timestamp: timestamp(k),
      predicted_value: rounded(value),
      lower_bound: rounded(found.lower[k]!),
      upper_bound: rounded(found.upper[k]!),
      ...(quantiles && { quantiles: asked.map(({ quantile, values }) => ({ quantile, value: rounded(values[k]!) })) }),
      ...(explain && { parts: roundedParts(found.parts[k]!, rounded) }),
    };
  });
}

function roundedParts({ level, season, holidays, regressors, limits }: Parts, rounded: (value: number) => number): Parts {
  return {
    level: rounded(level),
    season: rounded(season),
    holidays: rounded(holidays),
    regressors: Object.fromEntries(Object.entries(regressors).map(([name, value]) => [name, rounded(value)])),
    limits: rounded(limits),
  };
}

function infoOf({
  test,
  algorithm,
  trend,
  period,
  bounds,
  effects,
  regression,
}: DrivenForecast): Omit<ForecastModelInfo, 'points_used' | 'points_filled' | 'level_since'> {
  return {
    algorithm,
    accuracy_score: decimals(test.accuracy),
    trend,
    seasonality_period: period,
    bounds,
    ...(test.mase === undefined ? {} : { mase: decimals(test.mase) }),
    ...(effects && { holidays: effects.found.map((each) => ({ ...each, effect: decimals(each.effect) })) }),
    ...(regression && {
      regressors: [
        ...regression.effects.map(({ name, coefficient }) => ({
          name,
          used: true,
          coefficient: Number(coefficient.toPrecision(8)),
        })),
        ...regression.dropped.map((name) => ({ name, used: false })),
      ],
    }),
  };
}

/** @throws PerceptError INVALID_REQUEST naming an option that is wrong for every series. */
export function refuseWrongOptions({ bounds, holidays }: Pick<TimeseriesInput, 'bounds' | 'holidays'>): void {
  refuseEmptyRange(bounds);
  if (holidays) holidayCalendar(holidays, [2000, 2000]);
}

function refuseEmptyRange({ lower, upper }: Bounds = {}): void {
  if (lower === undefined || upper === undefined || lower < upper) return;
  throw PerceptError.invalid('bounds.upper', `must be above 'lower', which is ${lower}.`);
}

function refuseBeyondCalendar(grid: TimeGrid, periods: number): void {
  if (grid.after(periods).wall <= END_OF_CALENDAR) return;
  throw PerceptError.invalid('periods', 'reaches past the year 9999: ask for fewer.');
}
