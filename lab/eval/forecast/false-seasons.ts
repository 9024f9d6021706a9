import type { Table } from '../../bench/runner/report';
import {
  autoregressive,
  noiseFrom,
  randomWalk,
  trendWithNoise,
  whiteNoise,
} from '../../../test/harness/fixtures/synthetic-series';
import { wilson } from '../scoring/wilson';

const MAKERS = {
  'random walks': randomWalk,
  'white noise': whiteNoise,
  'a trend with noise': trendWithNoise,
  'autoregressive noise': autoregressive,
};
const DAY = 86_400_000;
const FREQUENCIES = {
  daily: { lengths: [60, 365], stamp: (t: number) => new Date(Date.UTC(2020, 0, 1) + t * DAY).toISOString().slice(0, 10) },
  monthly: { lengths: [48, 120], stamp: (t: number) => new Date(Date.UTC(2000, t, 1)).toISOString().slice(0, 7) },
};
const SERIES = 250;
const QUICK_SERIES = 2;
/** Apart from those of the tests. */
const SEED = 5_000_000;

export type Data = { timestamp: string; value: number }[];

/**
 * The share of series without a season for which one is reported.
 * @param periodOf what is answered as the period of a series: 1 without a season
 */
export async function falseSeasons(
  periodOf: (data: Data) => Promise<number>,
  quick: boolean,
): Promise<{ figures: Record<string, number>; table: Table }> {
  const figures: Record<string, number> = {};
  const rows: (string | number)[][] = [];
  for (const [frequency, { lengths, stamp }] of Object.entries(FREQUENCIES))
    for (const [name, make] of Object.entries(MAKERS)) {
      const series = lengths.flatMap((length) =>
        Array.from({ length: quick ? QUICK_SERIES : SERIES }, (_, i) =>
          make(length, noiseFrom(SEED + 1_000 * length + i)).map((value, t) => ({ timestamp: stamp(t), value })),
        ),
      );
      const periods = await Promise.all(series.map(periodOf));
      const found = periods.filter((period) => period > 1).length;
      figures[`false_seasons_${frequency}_${name.replaceAll(' ', '_')}`] = found / series.length;
      rows.push([frequency, name, series.length, found / series.length, ...wilson(found, series.length)]);
    }
  const head = ['step', 'series of', 'n', 'with a season', '95 % from', 'to'];
  return { figures, table: { title: 'Seasons that are reported of series without any', head, rows } };
}
