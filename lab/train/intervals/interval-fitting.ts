import { fitEnsemble } from '../../../libs/plugins/forecast/ensemble';
import type { Fitted } from '../../../libs/plugins/forecast/fitted';
import { findGrowth } from '../../../libs/plugins/forecast/growth';
import { withoutAccidents } from '../../../libs/plugins/forecast/history/outliers';
import { growthBeyond } from '../../../libs/plugins/forecast/intervals/bounds';
import type { IntervalClassTable } from '../../../libs/plugins/forecast/intervals/interval-table';
import {
  calibratedErrors,
  expectedErrors,
  intervalClass,
  type IntervalClass,
  type IntervalTables,
} from '../../../libs/plugins/forecast/intervals/intervals';
import { halfFromAbove, halfFromBelow } from '../../../libs/plugins/forecast/intervals/skew';
import { findPeriod } from '../../../libs/plugins/forecast/season/period';
import { sourceFrom, type ForecastCase, type SeriesSet } from '../../eval/forecast/series-sets';
import { curveOf, quantileRows, shapeOf, type Curve, type ScaledError } from './interval-quantiles';

/** Histories are also cut to these lengths, so that short ones are covered. */
const SHORT = [3, 4, 5, 6, 8];
/** Held-out ends of one history. */
const ORIGINS = 3;
const LONGEST = 3000;

export interface HeldOut extends ForecastCase {
  whole: boolean;
}

/** Each history with its end held out, at up to three positions. */
export function heldOut(cases: readonly ForecastCase[]): HeldOut[] {
  return cases.flatMap(({ id, history, future }) =>
    Array.from({ length: ORIGINS }, (_, j) => history.length - (j + 1) * future.length)
      .filter((origin) => origin >= Math.max(SHORT[0]!, history.length / 2))
      .flatMap((origin) => {
        const known = history.slice(Math.max(0, origin - LONGEST), origin);
        const next = history.slice(origin, origin + future.length);
        const lengths = [...SHORT.filter((length) => length < known.length), known.length];
        return lengths.map((length) => ({ id, history: known.slice(-length), future: next, whole: length === known.length }));
      }),
  );
}

/** A forecast of a held-out end, and its error at each step. */
export interface Missed {
  /** Of the series, and where it is from. */
  id: string;
  source: string;
  fitted: Fitted;
  /** Half the widths of the intervals that would just have held each value. */
  misses: number[];
  /** Whether the history has its full length. */
  whole: boolean;
}

export function missed({ id, history, future, whole }: HeldOut, { name, periods }: Pick<SeriesSet, 'name' | 'periods'>): Missed {
  const values = Float64Array.from(history);
  const period = findPeriod(values, periods);
  const sound = withoutAccidents(values, period.length);
  const growth = findGrowth(sound, period);
  const fitted = fitEnsemble(sound, period, { byFactors: growth.byFactors });
  const expected = fitted.forecast(future.length);
  const gap = growthBeyond(sound, { ...growth, period: fitted.period }, expected);
  const isSkewed = sound.every((value) => value >= 0);
  const misses = future.map((value, k) => {
    const miss = value - expected[k]!;
    if (miss < 0) return isSkewed ? halfFromBelow(-miss, expected[k]!) : -miss;
    const up = Math.max(0, miss - gap[k]!);
    return isSkewed ? halfFromAbove(up, expected[k]!) : up;
  });
  return { id, source: sourceFrom(name), fitted, misses, whole };
}

const scaled = ({ id, source, fitted, misses }: Missed, errors: Float64Array): ScaledError[] =>
  misses.flatMap((miss, k) =>
    errors[k]! > 0 ? [{ id: `${source} ${id}`, source, values: fitted.values, step: k + 1, size: miss / errors[k]! }] : [],
  );
const unscaled = (end: Missed) => scaled(end, expectedErrors(end.fitted, end.misses.length));

/** First the factors by length and horizon from all ends, then the levels from those of whole histories. */
function classTable(ends: readonly Missed[], curve: Curve): IntervalClassTable {
  const rows = quantileRows(ends.flatMap(unscaled), curve);
  const calibrated = ends
    .filter(({ whole }) => whole)
    .flatMap((end) => scaled(end, calibratedErrors(end.fitted, end.misses.length, rows)));
  return { shape: shapeOf(calibrated), rows };
}

/** The tables of all classes. */
export function tablesOf(ends: readonly Missed[]): IntervalTables {
  const curve = curveOf(ends.flatMap(unscaled));
  const classOf = (name: IntervalClass) =>
    classTable(
      ends.filter(({ fitted }) => intervalClass(fitted) === name),
      curve,
    );
  return { plain: classOf('plain'), seasonal: classOf('seasonal'), long: classOf('long') };
}
