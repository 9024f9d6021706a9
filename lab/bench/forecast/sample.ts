import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_FOLDER, readSets } from '../../eval/forecast/series-sets';

/** A series of the comparison, with the future that followed it. */
export interface Sample {
  period: number;
  history: number[];
  future: number[];
}

/**
 * `count` series of M3, taken evenly from its yearly, quarterly and monthly ones; where M3 is not here, series that are
 * drawn (trend, season, noise from a fixed seed), which compare speed but say little about accuracy.
 */
export function sampleSeries(count: number, folder = DEFAULT_FOLDER): { source: string; series: Sample[] } {
  if (!existsSync(join(folder, 'm3', 'M3.jsonl'))) return { source: 'drawn series', series: drawn(count) };
  const all = readSets(folder)
    .filter(({ name }) => ['m3_yearly', 'm3_quarterly', 'm3_monthly'].includes(name))
    .flatMap(({ period, cases }) => cases.map(({ history, future }) => ({ period, history, future })));
  const every = all.length / count;
  return { source: 'M3', series: Array.from({ length: count }, (_, i) => all[Math.floor(i * every)]!) };
}

function drawn(count: number): Sample[] {
  let state = 1;
  const noise = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
  return Array.from({ length: count }, (_, i) => {
    const period = [1, 4, 12][i % 3]!;
    const horizon = [6, 8, 18][i % 3]!;
    const length = [20, 48, 100][i % 3]! + horizon;
    const values = Array.from({ length }, (_v, t) => 1000 + 5 * t + 100 * Math.sin((2 * Math.PI * t) / period) + 80 * noise());
    return { period, history: values.slice(0, -horizon), future: values.slice(-horizon) };
  });
}
