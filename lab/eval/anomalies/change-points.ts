import { findChanges } from '../../../libs/plugins/forecast/changepoints/find-changes';
import {
  autoregressive,
  heavyTailed,
  noiseFrom,
  randomWalk,
  type SeriesMaker,
  trendWithNoise,
  whiteNoise,
} from '../../../test/harness/fixtures/synthetic-series';
import type { Report } from '../../bench/runner/report';

type Part = Pick<Report, 'figures' | 'tables'>;
/** A series with a step, and noise of another size after a place. */
interface Stepped {
  at: number;
  size: number;
  noise: [number, number];
  /** Where the noise changes. Default: in the middle. */
  turn?: number;
}

const SERIES = 300;
const LENGTH = 200;
const LEVEL = 0.01;
const TOLERANCE = 10;
const SEED = 8_000_000;

const STEPPED: Record<string, Stepped> = {
  'a step of 8 in noise of 5': { at: 100, size: 8, noise: [5, 5] },
  'a step of 8 where noise grows from 1 to 5': { at: 100, size: 8, noise: [1, 5] },
  'a step of 8 where noise falls from 5 to 1': { at: 100, size: 8, noise: [5, 1] },
  'a step of 8 in noise of 5 after noise of 1': { at: 150, size: 8, noise: [1, 5] },
  'a step of 8 in noise of 5 before noise of 15': { at: 60, size: 8, noise: [5, 15], turn: 140 },
};

const rounded =
  (mean: number, spread: number): SeriesMaker =>
  (length, noise) =>
    Array.from({ length }, () => Math.max(0, Math.round(mean + spread * noise())));
const turning =
  (before: number, after: number): SeriesMaker =>
  (length, noise) =>
    Array.from({ length }, (_, t) => 100 + (t < length / 2 ? before : after) * noise());

const STEADY: Record<string, SeriesMaker> = {
  'white noise': whiteNoise,
  'a trend with noise': trendWithNoise,
  'autoregressive noise': autoregressive,
  'random walks': randomWalk,
  'heavy-tailed noise': heavyTailed,
  'counts of mostly 0': rounded(0.2, 0.6),
  'rounded noise': rounded(100, 0.4),
  'noise that grows from 1 to 10': turning(1, 10),
  'noise that falls from 10 to 1': turning(10, 1),
};

/** Where the level or the slope changes in each series. */
function linesOf(make: SeriesMaker, { series, seed }: { series: number; seed: number }): number[][] {
  return Array.from({ length: series }, (_, i) =>
    findChanges(Float64Array.from(make(LENGTH, noiseFrom(seed + i))), [7], LEVEL).changes.flatMap(({ kind, at }) =>
      kind === 'level' || kind === 'trend' ? [at] : [],
    ),
  );
}

/** How many steps are found, and how many changes of level or slope in series without any. */
export function measureChangePoints(quick: boolean): Part {
  const series = quick ? 5 : SERIES;
  const figures: Record<string, number> = {};
  const found = Object.entries(STEPPED).map(
    (
      [
        name,
        {
          at,
          size,
          noise: [before, after],
          turn = LENGTH / 2,
        },
      ],
      k,
    ) => {
      const make: SeriesMaker = (length, noise) =>
        Array.from({ length }, (_, t) => 100 + (t < at ? 0 : size) + (t < turn ? before : after) * noise());
      const places = linesOf(make, { series, seed: SEED + 1000 * k });
      const isNear = (place: number) => Math.abs(place - at) <= TOLERANCE;
      const hits = places.filter((each) => each.some(isNear)).length;
      figures[`found_${name.replaceAll(' ', '_')}`] = hits / series;
      return [name, series, hits, places.flat().filter((place) => !isNear(place)).length];
    },
  );
  const wrong = Object.entries(STEADY).map(([name, make], k) => {
    const places = linesOf(make, { series, seed: SEED + 100_000 + 1000 * k });
    const hits = places.filter((each) => each.length > 0).length;
    figures[`false_lines_${name.replaceAll(' ', '_')}`] = hits / series;
    return [name, series, hits, places.flat().length];
  });
  return {
    figures,
    tables: [
      { title: 'Steps among 200 values, at 0.99', head: ['series of', 'series', 'found', 'other changes of line'], rows: found },
      {
        title: 'Changes of level or slope where there are none, at 0.99',
        head: ['series of', 'series', 'series with one', 'changes'],
        rows: wrong,
      },
    ],
  };
}
