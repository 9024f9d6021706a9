import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';

/** A well-known series, forecast from several origins. */
export interface ClassicSeries {
  name: string;
  values: number[];
  /** Seasons that its timestamps suggest. */
  periods: number[];
  /** Steps ahead. */
  horizon: number;
}

/** By the first word of the file's name. */
const FREQUENCIES: Readonly<Record<string, Pick<ClassicSeries, 'periods' | 'horizon'>>> = {
  daily: { periods: [7], horizon: 28 },
  monthly: { periods: [12], horizon: 12 },
  yearly: { periods: [], horizon: 6 },
};

/** The files `classic/<frequency>-<name>.csv` of a folder: a timestamp and a value a row, after a head. None if there is no such folder. */
export function readClassicSeries(folder: string): ClassicSeries[] {
  const classic = join(folder, 'classic');
  if (!existsSync(classic)) return [];
  return readdirSync(classic)
    .filter((file) => file.endsWith('.csv'))
    .sort()
    .flatMap((file) => {
      const frequency = FREQUENCIES[/^[a-z]+/.exec(file)![0]];
      if (!frequency) return [];
      const rows = readFileSync(join(classic, file), 'utf8').trim().split('\n').slice(1);
      const values = rows.map((row) => Number(row.split(',').at(-1)!.replaceAll('"', '')));
      return [{ name: parse(file).name, values: values.filter(Number.isFinite), ...frequency }];
    });
}
