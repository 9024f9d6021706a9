import { parse } from 'csv-parse/sync';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a method of a competition scored on one set. */
export interface PublishedRow {
  method: string;
  smape: number;
  mase: number;
}

const M3_METHODS = ['NAIVE2', 'SINGLE', 'HOLT', 'DAMPEN', 'COMB S-H-D', 'B-J auto', 'THETA', 'ForecastPro', 'ForcX', 'RBF'];
/** 118 is Smyl's ES-RNN, the winner; 245 Montero-Manso and others' FFORMA, the second. */
const M4_METHODS: Record<string, string> = {
  ...{ Naive2: 'NAIVE2', sNaive: 'sNaive', SES: 'SES', Holt: 'Holt', Damped: 'Damped', Theta: 'Theta', Com: 'Comb' },
  ...{ '118': 'ES-RNN (1st)', '245': 'FFORMA (2nd)' },
};

/** The published rows of a set, Naive2 first; none if the folder has no results. */
export function publishedRows(folder: string, set: string): PublishedRow[] {
  const [competition, frequency] = set.split('_') as [string, string];
  return competition === 'm3' ? m3Rows(folder, frequency) : m4Rows(folder, frequency);
}

function m3Rows(folder: string, frequency: string): PublishedRow[] {
  return rowsOf(join(folder, 'm3', 'M3-results-recomputed.csv'))
    .filter((row) => row.period === frequency.toUpperCase() && M3_METHODS.includes(row.method!))
    .map((row) => ({ method: row.method!, smape: Number(row.mean_sMAPE), mase: Number(row.mean_MASE) }));
}

function m4Rows(folder: string, frequency: string): PublishedRow[] {
  const name = `${frequency[0]!.toUpperCase()}${frequency.slice(1)}`;
  return rowsOf(join(folder, 'm4', 'results-point-by-frequency.csv'))
    .filter(({ method }) => method! in M4_METHODS)
    .map((row) => ({
      method: M4_METHODS[row.method!]!,
      smape: Number(row[`sMAPE_${name}`]),
      mase: Number(row[`MASE_${name}`]),
    }))
    .sort((a, b) => Number(b.method === 'NAIVE2') - Number(a.method === 'NAIVE2'));
}

function rowsOf(file: string): Record<string, string>[] {
  return existsSync(file) ? parse(readFileSync(file), { columns: true, relax_column_count: true }) : [];
}
