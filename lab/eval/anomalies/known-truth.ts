import { judge } from '../../../libs/plugins/forecast/anomalies/judge';
import { judgePoints } from '../../../libs/plugins/forecast/anomalies/anomalies';
import type { AnomalyKind } from '../../../libs/plugins/forecast/anomalies/kinds';
import {
  autoregressive,
  heavyAutoregressive,
  heavyTailed,
  noiseFrom,
  randomWalk,
  restless,
  skewed,
  type SeriesMaker,
  trendWithNoise,
  whiteNoise,
} from '../../../test/harness/fixtures/synthetic-series';
import type { Report } from '../../bench/runner/report';
import { wilson } from '../scoring/wilson';

type Noise = () => number;
/** A series, and where its anomaly begins. */
type Drawn = { values: number[]; at: number };

const SERIES = 350;
const CLEAN_SERIES = 200;
const LENGTH = 365;
const SIGMA = 5;
const WEEK = [0, 4, 8, 6, 10, -30, -40];
/** Values after the beginning of an anomaly in which it counts as found. */
const TOLERANCE = 4;
/** Values around a new slope: its place is less sure. */
const SLOW = 15;
const DAY = 86_400_000;
const SEED = 7_000_000;

const weekly = (noise: Noise) => Array.from({ length: LENGTH }, (_, t) => 200 + WEEK[t % 7]! + SIGMA * noise());
/** Somewhere in the middle part of the series. */
const place = (noise: Noise) => 90 + Math.floor(Math.abs(noise() * 1e4) % 200);

/** Each kind: a weekly season in noise of 5, and one thing out of order. */
const MAKERS: Record<AnomalyKind, (noise: Noise) => Drawn> = {
  point: (noise) => {
    const [values, at] = [weekly(noise), place(noise)];
    values[at]! += (noise() > 0 ? 16 : -16) * SIGMA;
    return { values, at };
  },
  level_shift: (noise) => {
    const [values, at, size] = [weekly(noise), place(noise), noise() > 0 ? 6 : -6];
    return { values: values.map((value, t) => (t >= at ? value + size * SIGMA : value)), at };
  },
  trend: (noise) => {
    const [values, at, slope] = [weekly(noise), place(noise), noise() > 0 ? 0.4 : -0.4];
    return { values: values.map((value, t) => value + Math.max(0, t - at) * slope * SIGMA), at };
  },
  season: (noise) => {
    const [values, at] = [weekly(noise), place(noise)];
    // A working day like a Sunday.
    const day = at - (at % 7) + (at % 5);
    values[day] = 200 + WEEK[6]! + SIGMA * noise();
    return { values, at: day };
  },
};

function foundIn({ values, at }: Drawn, rate: number, slow: boolean) {
  const data = values.map((value, t) => ({ timestamp: new Date(DAY * t).toISOString().slice(0, 10), value }));
  const { points } = judgePoints({ data, mode: 'entire', sensitivity: rate });
  const alarms = points.flatMap(({ is_anomaly }, t) => (is_anomaly ? [t] : []));
  const near = alarms.filter((t) => t >= at - (slow ? SLOW : 0) && t <= at + (slow ? SLOW : TOLERANCE));
  return {
    found: near.length > 0,
    named: near.map((t) => points[t]!.kind!),
    outside: alarms.filter((t) => t < at - (slow ? SLOW : 0) || (!slow && t > at + TOLERANCE)).length,
  };
}

/** Recall by kind, how often the kind is the right one, and alarms elsewhere. */
function byKind(sensitivity: number, series: number): Pick<Report, 'figures' | 'tables'> {
  const figures: Record<string, number> = {};
  const rows = Object.entries(MAKERS).map(([kind, make], k) => {
    const results = Array.from({ length: series }, (_, i) =>
      foundIn(make(noiseFrom(SEED + 1000 * k + i)), sensitivity, kind === 'trend'),
    );
    const found = results.filter((each) => each.found);
    const outside = results.reduce((sum, each) => sum + each.outside, 0);
    const named = found.filter((each) => each.named.includes(kind as AnomalyKind)).length;
    figures[`recall_${kind}`] = found.length / series;
    figures[`precision_${kind}`] = found.length / (found.length + outside);
    figures[`named_${kind}`] = named / found.length;
    return [
      kind,
      series,
      found.length / series,
      ...wilson(found.length, series),
      figures[`precision_${kind}`]!,
      named / found.length,
      outside,
    ];
  });
  const head = ['anomaly', 'series', 'recall', '95 % from', 'to', 'precision', 'named right', 'alarms elsewhere'];
  return { figures, tables: [{ title: `One anomaly each, at ${sensitivity}`, head, rows }] };
}

const CLEAN: Record<string, SeriesMaker> = {
  'white noise': whiteNoise,
  'a weekly season': (length, noise) => whiteNoise(length, noise).map((value, t) => 100 + value + WEEK[t % 7]!),
  'random walks': randomWalk,
  'a trend with noise': trendWithNoise,
  'autoregressive noise': autoregressive,
  'heavy-tailed noise': heavyTailed,
  'heavy-tailed autoregressive noise': heavyAutoregressive,
  'skewed noise': skewed,
  'restless noise': restless,
};
const RATES = [0.05, 0.01, 0.001];
const CLEAN_LENGTH = 1000;

/** The alarms of series without anomalies, over what `sensitivity` allows. */
function falseAlarms(series: number): Pick<Report, 'figures' | 'tables'> {
  const figures: Record<string, number> = {};
  const rows = Object.entries(CLEAN).map(([name, make], k) => {
    const shares = RATES.map((rate) => {
      let alarms = 0;
      for (let i = 0; i < series; i++) {
        const values = Float64Array.from(make(CLEAN_LENGTH, noiseFrom(SEED + 100_000 * (k + 1) + i)));
        const { lower, upper } = judge({ values, periods: [7], rate });
        values.forEach((value, t) => (alarms += Number(value > upper[t]! || value < lower[t]!)));
      }
      return alarms / (series * CLEAN_LENGTH) / rate;
    });
    RATES.forEach((rate, r) => (figures[`alarms_vs_asked_${rate}_${name.replaceAll(' ', '_')}`] = shares[r]!));
    return [name, series * CLEAN_LENGTH, ...shares];
  });
  const head = ['series of', 'points', ...RATES.map((rate) => `at ${rate}`)];
  return { figures, tables: [{ title: 'Alarms without anomalies, over those that sensitivity allows', head, rows }] };
}

export function measureKnownTruth(sensitivity: number, quick: boolean): Pick<Report, 'figures' | 'tables'> {
  const [kinds, clean] = [byKind(sensitivity, quick ? 5 : SERIES), falseAlarms(quick ? 2 : CLEAN_SERIES)];
  return { figures: { ...kinds.figures, ...clean.figures }, tables: [...kinds.tables, ...clean.tables] };
}
