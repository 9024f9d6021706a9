import { forecast, usualBounds, type Forecast, type ForecastQuestion } from '../forecast';
import { fill } from '../history/history';
import { clamp } from '../member';
import { findPeriod } from '../season/period';
import { holidayEffects, type HolidayEffects, type Names } from './holiday-effects';
import type { DriverColumn, Regression } from './regression';
import { helpfulRegressors } from './worth';

export interface DrivenQuestion extends ForecastQuestion {
  /** The given values; gaps are NaN. */
  given: Float64Array;
  holidays?: { past: Names; future: Names; closed: boolean };
  regressors?: DriverColumn[];
  /** Whether the values are whole numbers. */
  integer?: boolean;
}

/** The parts of a prediction, which sum to it. */
export interface Parts {
  level: number;
  season: number;
  holidays: number;
  regressors: Record<string, number>;
  /** What the bounds and the rounding to whole numbers take off or add. */
  limits: number;
}

export interface DrivenForecast extends Forecast {
  parts: Parts[];
  regression?: Regression;
  effects?: HolidayEffects;
}

/** One value in twenty lies beyond this many standard deviations: the interval of a holiday is widened by them. */
const USUAL = 1.96;

/**
 * A forecast with the effects of holidays and regressors: they are taken off the history before the forecast and added to it
 * afterwards.
 */
export function drivenForecast(question: DrivenQuestion): DrivenForecast {
  const { given, holidays, regressors = [], integer = false, bounds = usualBounds(question.values), ...rest } = question;
  const { period } = { period: findPeriod(question.values, rest.periods).length };
  const isDay = (t: number) => holidays?.past[t] !== undefined;
  const usual = holidays
    ? fill(
        given.map((value, t) => (isDay(t) ? NaN : value)),
        rest.periods,
      ).values
    : question.values;
  const effects = holidays && !holidays.closed ? holidayEffects(given, usual, { names: holidays.past, period }) : undefined;
  const asked = { values: usual, columns: regressors, periods: rest.periods, horizon: rest.horizon };
  const regression = regressors.length > 0 ? helpfulRegressors(asked) : undefined;
  const added = regression?.effects ?? [];
  const values = usual.map((value, t) => added.reduce((left, each) => left - each.history[t]!, value));
  const base = forecast({ ...rest, values, bounds: {} });
  const { lower = -Infinity, upper = Infinity } = bounds;
  const driven = (ahead: Float64Array) => ahead.map((value, k) => added.reduce((sum, each) => sum + each.future[k]!, value));
  const dayAhead = (usualAhead: number, k: number): number => {
    const name = holidays?.future[k];
    if (name === undefined) return 0;
    if (!effects) return -usualAhead;
    return effects.byFactors ? usualAhead * effects.of(name) : effects.of(name);
  };
  const raw = driven(base.predicted);
  const days = raw.map(dayAhead);
  const limited = (value: number, round: (value: number) => number) => clamp(integer ? round(value) : value, lower, upper);
  const predicted = raw.map((value, k) => limited(value + days[k]!, Math.round));
  const quantile = (part: number) => {
    const ends = driven(base.quantile(part));
    const round = part < 0.5 ? Math.floor : part > 0.5 ? Math.ceil : Math.round;
    return ends.map((value, k) => {
      if (holidays?.future[k] === undefined) return limited(value, round);
      if (!effects) return limited(0, round);
      const spread = USUAL * effects.spread * (effects.byFactors ? Math.abs(raw[k]!) : 1) * Math.abs(2 * part - 1);
      return limited(raw[k]! + days[k]! + Math.sign(part - 0.5) * Math.hypot(value - raw[k]!, spread), round);
    });
  };
  const parts = Array.from(predicted, (value, k): Parts => {
    const made = {
      level: base.level[k]!,
      season: base.predicted[k]! - base.level[k]!,
      holidays: days[k]!,
      regressors: Object.fromEntries(added.map((each) => [each.name, each.future[k]!])),
    };
    return { ...made, limits: value - (raw[k]! + days[k]!) };
  });
  const tail = (1 - rest.level) / 2;
  return { ...base, bounds, predicted, lower: quantile(tail), upper: quantile(1 - tail), quantile, parts, regression, effects };
}
