// Fits libs/plugins/forecast/intervals/interval-table.ts: npm run build && node dist/tools/fit-intervals.js [FOLDER]
//
// Data: the HISTORIES of M3 (all 3,003) and of M4 weekly and hourly. The last values of each history are predicted
// from those before them. The futures of these series, on which `npm run eval -- forecast` scores, are never read here.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitEnsemble, type Fitted } from '../libs/plugins/forecast/ensemble';
import { growsByFactors } from '../libs/plugins/forecast/growth';
import type { IntervalClassTable } from '../libs/plugins/forecast/intervals/interval-table';
import { calibratedErrors, intervalClass, type IntervalClass } from '../libs/plugins/forecast/intervals/intervals';
import { withoutAccidents } from '../libs/plugins/forecast/history/outliers';
import { findPeriod } from '../libs/plugins/forecast/season/period';
import { ROOT } from '../test/bench/service';
import { DEFAULT_FOLDER, digestOfTargets, readSets, type ForecastCase } from '../test/eval/forecast/series-sets';
import { HORIZONS, LEVELS, quantileRows, shapeOf, type ScaledError } from './interval-quantiles';

/** Histories are also cut to these lengths, so that short ones are covered. */
const SHORT = [3, 4, 5, 6, 8];
/** Held-out ends of one history. */
const ORIGINS = 3;
const LONGEST = 3000;

interface HeldOut extends ForecastCase {
  whole: boolean;
}

/** Each history with its end held out, at up to three positions. */
function heldOut(cases: readonly ForecastCase[]): HeldOut[] {
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
interface Missed {
  fitted: Fitted;
  misses: number[];
  /** Whether the history has its full length. */
  whole: boolean;
}

function missed({ history, future, whole }: HeldOut, periods: readonly number[]): Missed {
  const values = Float64Array.from(history);
  const period = findPeriod(values, periods);
  const sound = withoutAccidents(values, period.length);
  const fitted = fitEnsemble(sound, period, growsByFactors(sound, period));
  const expected = fitted.forecast(future.length);
  return { fitted, misses: future.map((value, k) => Math.abs(value - expected[k]!)), whole };
}

/** First the factors by length and horizon from all ends, then the levels from those of whole histories. */
function classTable(ends: readonly Missed[]): IntervalClassTable {
  const scaled = ({ fitted, misses }: Missed, errors: Float64Array): ScaledError[] =>
    misses.flatMap((miss, k) => (errors[k]! > 0 ? [{ values: fitted.values, step: k + 1, size: miss / errors[k]! }] : []));
  const rows = quantileRows(ends.flatMap((end) => scaled(end, end.fitted.errors(end.misses.length))));
  const calibrated = ends
    .filter(({ whole }) => whole)
    .flatMap((end) => scaled(end, calibratedErrors(end.fitted, end.misses.length, rows)));
  return { shape: shapeOf(calibrated.map(({ size }) => size)), rows };
}

const tablesOf = (ends: readonly Missed[]) => {
  const classOf = (name: IntervalClass) => classTable(ends.filter(({ fitted }) => intervalClass(fitted) === name));
  return { plain: classOf('plain'), seasonal: classOf('seasonal'), long: classOf('long') };
};

/** The part of the values within their intervals of 95 %, by tables that were fitted to other sets. */
function coverageOf(ends: readonly Missed[], tables: Record<IntervalClass, IntervalClassTable>): number {
  let inside = 0;
  let count = 0;
  for (const { fitted, misses } of ends.filter(({ whole }) => whole)) {
    const { rows } = tables[intervalClass(fitted)];
    if (rows.length === 0) continue;
    calibratedErrors(fitted, misses.length, rows).forEach((width, k) => (inside += Number(misses[k]! <= width)));
    count += misses.length;
  }
  return inside / count;
}

const folder = process.argv[2] ?? DEFAULT_FOLDER;
const sets = readSets(folder).map((set) => ({ ...set, cases: heldOut(set.cases) }));
const missedBySet = sets.map(({ cases, periods, name }) => {
  process.stderr.write(`${name}: ${cases.length} held-out ends\n`);
  return cases.map((each) => missed(each, periods));
});
for (const [i, { name }] of sets.entries()) {
  const others = tablesOf(missedBySet.filter((_, j) => j !== i).flat());
  process.stderr.write(`${name}, fitted without it: coverage of 95 % ${coverageOf(missedBySet[i]!, others).toFixed(3)}\n`);
}
const classes = tablesOf(missedBySet.flat());
const table = { levels: LEVELS, horizons: HORIZONS, classes };
const fittedOn = sets.map(({ name, cases }) => ({ set: name, part: 'ends of the histories', targets: digestOfTargets(cases) }));
const source = `// Generated by tools/fit-intervals.ts, which describes the data. Do not edit.
export interface IntervalRow {
  /** Length of the history. */
  values: number;
  /** For each horizon: half the width of a 95 % interval in standard errors of the model. */
  factors: readonly number[];
}

export interface IntervalClassTable {
  /** For each level: the part of the calibrated error that contains it. */
  shape: readonly number[];
  rows: readonly IntervalRow[];
}

export const INTERVAL_TABLE: {
  levels: readonly number[];
  horizons: readonly number[];
  classes: Record<'plain' | 'seasonal' | 'long', IntervalClassTable>;
} = ${JSON.stringify(table)};

/** The data that the factors were fitted to. An evaluation on the same targets is meaningless, so it is rejected. */
export const FITTED_ON: readonly { set: string; part: string; targets: string }[] = ${JSON.stringify(fittedOn)};
`;
writeFileSync(join(ROOT, 'libs/plugins/forecast/intervals/interval-table.ts'), source);
process.stderr.write('Wrote libs/plugins/forecast/intervals/interval-table.ts; format it with prettier.\n');
