import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '../../bench/service';

/** A series with the future that followed it. */
export interface ForecastCase {
  id: string;
  history: number[];
  future: number[];
}

/** Series of one frequency. */
export interface SeriesSet {
  name: string;
  /** Period of the scale of MASE and of Naive2. */
  period: number;
  /** Seasons that the timestamps of such a series suggest. */
  periods: number[];
  /** Timestamp of value `t` counted from the start. */
  stamp: (t: number) => string;
  cases: ForecastCase[];
}

export const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'forecast');

const dated = (t: number, ms: number) => new Date(Date.UTC(1960, 0, 4) + t * ms).toISOString();
const monthly = (t: number, months: number) => new Date(Date.UTC(1800, t * months, 1)).toISOString().slice(0, 7);
const DAY = 86_400_000;

const YEARLY = { period: 1, periods: [], stamp: (t: number) => monthly(t, 12) };
const QUARTERLY = { period: 4, periods: [4], stamp: (t: number) => monthly(t, 3) };
const MONTHLY = { period: 12, periods: [12], stamp: (t: number) => monthly(t, 1) };

/** The frequencies by name. Where a set has no dates of its own, those that it gets only tell the frequency. */
const FREQUENCIES: Record<string, Omit<SeriesSet, 'cases' | 'name'>> = {
  m1_yearly: YEARLY,
  m1_quarterly: QUARTERLY,
  m1_monthly: MONTHLY,
  m3_yearly: YEARLY,
  m3_quarterly: QUARTERLY,
  m3_monthly: MONTHLY,
  m3_other: YEARLY,
  tourism_yearly: YEARLY,
  tourism_quarterly: QUARTERLY,
  tourism_monthly: MONTHLY,
  m4_weekly: { period: 1, periods: [52], stamp: (t) => dated(t, 7 * DAY).slice(0, 10) },
  m4_hourly: { period: 24, periods: [24, 168], stamp: (t) => dated(t, DAY / 24) },
};

/** The competition that a set is from. */
export const sourceFrom = (name: string): string => name.split('_')[0]!;

/** M3 and M4 weekly and hourly, and M1 and the tourism competition where the folder has them. @throws Error if it has none. */
export function readSets(folder: string): SeriesSet[] {
  const cases = {
    ...['M1', 'M3', 'Tourism'].reduce(
      (all, name) => ({ ...all, ...competition(folder, name) }),
      {} as Record<string, ForecastCase[]>,
    ),
    ...m4(folder, 'Weekly'),
    ...m4(folder, 'Hourly'),
  };
  const sets = Object.entries(FREQUENCIES).flatMap(([name, frequency]) =>
    cases[name] ? [{ name, ...frequency, cases: cases[name] }] : [],
  );
  if (sets.length === 0) throw new Error(`--data takes a folder with m3/M3.jsonl or m4/Weekly-train.csv; ${folder} has neither`);
  return sets;
}

/** By which a set is known again: the values that a method is to predict, and nothing else. */
export function digestOfTargets(cases: readonly Pick<ForecastCase, 'future'>[]): string {
  return createHash('sha256')
    .update(JSON.stringify(cases.map(({ future }) => future)))
    .digest('hex');
}

/** `m3/M3.jsonl`: an object with id, period, x (history) and xx (future) a line. */
function competition(folder: string, name: string): Record<string, ForecastCase[]> {
  const file = join(folder, name.toLowerCase(), `${name}.jsonl`);
  if (!existsSync(file)) return {};
  const cases: Record<string, ForecastCase[]> = {};
  for (const row of readFileSync(file, 'utf8').trim().split('\n')) {
    const { id, period, x, xx } = JSON.parse(row) as { id: string; period: string; x: number[]; xx: number[] };
    (cases[`${name.toLowerCase()}_${period.toLowerCase()}`] ??= []).push({ id, history: x, future: xx });
  }
  return cases;
}

function m4(folder: string, frequency: string): Record<string, ForecastCase[]> {
  const file = (part: string) => join(folder, 'm4', `${frequency}-${part}.csv`);
  if (!existsSync(file('train')) || !existsSync(file('test'))) return {};
  const futures = new Map(wideRows(file('test')));
  const cases = wideRows(file('train')).map(([id, history]) => ({ id, history, future: futures.get(id)! }));
  return { [`m4_${frequency.toLowerCase()}`]: cases };
}

/** Id, then values, then blanks to the widest row. */
function wideRows(file: string): [string, number[]][] {
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1);
  return lines.map((row) => {
    const [id, ...cells] = row.split(',').map((cell) => cell.replaceAll('"', '').trim());
    return [id!, cells.filter((cell) => cell !== '' && cell !== 'NA').map(Number)];
  });
}
