import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { drivenForecast } from '../../../libs/plugins/forecast/drivers/driven-forecast';
import type { DriverColumn } from '../../../libs/plugins/forecast/drivers/regression';
import { noiseFrom } from '../../../test/harness/fixtures/synthetic-series';
import { Skipped, type Measurement } from '../../bench/runner/command';
import { ROOT } from '../../bench/service';

const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'forecast', 'regressors');
const HORIZON = 24;
const DAYS = 28;
const QUICK_DAYS = 1;
const SEED = 9_000_000;
/** Columns of the file: id, time, price, two drivers. */
const PRICE = 2;
const DRIVERS = [3, 4];

function markets(file: string): Map<string, number[][]> {
  const found = new Map<string, number[][]>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
    const cells = line.split(',');
    found.set(cells[0]!, [...(found.get(cells[0]!) ?? []), cells.map(Number)]);
  }
  return found;
}

/** The mean absolute errors of forecasts for the next day, over the last days of a market. */
function errorsOf(rows: readonly number[][], days: number, seed: number) {
  const sums = { without: 0, with: 0, random: 0 };
  for (let day = days; day >= 1; day--) {
    const origin = rows.length - HORIZON * day;
    const column = (name: string, at: (row: number[], t: number) => number): DriverColumn => {
      const values = Float64Array.from(rows.slice(0, origin + HORIZON), at);
      return { name, history: values.slice(0, origin), future: values.slice(origin) };
    };
    const noise = noiseFrom(seed + day);
    const drivers = {
      without: [],
      with: DRIVERS.map((each) => column(`driver ${each}`, (row) => row[each]!)),
      random: DRIVERS.map((each) => column(`random ${each}`, noise)),
    };
    const values = Float64Array.from(rows.slice(0, origin), (row) => row[PRICE]!);
    const question = { values, given: values, periods: [24, 168], horizon: HORIZON, level: 0.95, bounds: {} };
    for (const [name, regressors] of Object.entries(drivers)) {
      const { predicted } = drivenForecast({ ...question, regressors });
      predicted.forEach((value, k) => (sums[name as keyof typeof sums] += Math.abs(value - rows[origin + k]![PRICE]!)));
    }
  }
  const count = days * HORIZON;
  return { without: sums.without / count, with: sums.with / count, random: sums.random / count };
}

export const regressors: Measurement = {
  name: 'regressors',
  summary: 'The error of electricity prices of the next day with true and with random regressors, over that without any.',
  measure: ({ quick, data = DEFAULT_FOLDER, say }) => {
    const file = join(data, 'electricity-prices.csv');
    if (!existsSync(file)) throw new Skipped(`${file} is not here; --data names another folder.`);
    const rows: (string | number)[][] = [];
    const sums = { without: 0, with: 0, random: 0 };
    for (const [market, each] of markets(file)) {
      say(`${market} …`);
      const found = errorsOf(each, quick ? QUICK_DAYS : DAYS, SEED);
      rows.push([market, found.without, found.with, found.random]);
      for (const name of ['without', 'with', 'random'] as const) sums[name] += found[name];
    }
    return Promise.resolve({
      name: 'regressors',
      on: data,
      ratios: { with_vs_without: sums.with / sums.without, random_vs_without: sums.random / sums.without },
      figures: { days: quick ? QUICK_DAYS : DAYS, markets: rows.length },
      tables: [
        {
          title: 'Mean absolute error of the next 24 hours',
          head: ['market', 'without', 'with drivers', 'with random ones'],
          rows,
        },
      ],
    });
  },
};
