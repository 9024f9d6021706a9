import { usualSeason } from '../season/usual-season';
import { clamp, line } from '../member';
import type { SeriesChange } from './change';
import { measureNoise, findSmallestNoise, withoutOutliers, type Noise } from './noise';
import { seasonChange } from './season-change';
import { bestChange, computeGainChance, SHORTEST, type LineChange, type PlacedNoise } from './segments';
import { varianceChanges } from './variance';

export interface Changes {
  period: number;
  changes: SeriesChange[];
}

/** The maximum number of changes. Each part between changes is searched for more. */
const MOST = 50;
/** How often changes of the noise, and with them those of the line, are searched. */
const ROUNDS = 2;
/** A residual of less than this part of the noise is a rounding error. */
const EXACT = 1e-3;

/**
 * The changes of level, trend, noise and season of a series, by time.
 * @param values regular; gaps are NaN
 * @param level how often a series without changes may show one
 */
export function findChanges(values: Float64Array, periods: readonly number[], level: number): Changes {
  const series = interpolated(values);
  const { period, profile } = usualSeason(values, periods);
  const turned = period > 1 ? seasonChange(series, period, level) : undefined;
  const offset = (t: number) => (turned ? (t < turned.at ? turned.profiles[0] : turned.profiles[1]) : profile)[t % period]!;
  const all = series.map((value, t) => value - offset(t));
  const { lines, variances, sound } = lineAndNoiseChanges(all, findSmallestNoise(series), level);
  const found = lines.map((each, i) => ({ ...each, ...valuesAround(sound, lines, i) }));
  const changes = [...found, ...variances, ...(turned ? [turned] : [])];
  return { period, changes: changes.map(toChange).sort((a, b) => a.at - b.at) };
}

/**
 * The changes of the line and of the noise of a series without season, and the series without outliers. Large noise looks like
 * changes of the line, and these hide noise. So each is searched again with what is known of the other.
 */
function lineAndNoiseChanges(series: Float64Array, smallest: number, level: number) {
  let sound = withoutOutliers(series);
  let noise = measureNoise(sound, smallest);
  let lines = lineChanges(sound, { kept: noise.kept, sigmas: series.map(() => noise.sigma) }, level);
  let variances: SeriesChange[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const [residuals, withOutliers] = [sound, series].map((each) => withoutLines(each, lines, noise));
    variances = varianceChanges(residuals!, withOutliers!, level);
    if (variances.length === 0) break;
    sound = withoutOutliersOfParts(series, variances);
    noise = measureNoise(sound, smallest);
    lines = lineChanges(
      sound,
      { kept: noise.kept, sigmas: series.map((_, t) => Math.max(smallest, sizeAt(variances, t))) },
      level,
    );
  }
  return { lines, variances, sound };
}

/** Next to calm noise, large noise looks like outliers. */
function withoutOutliersOfParts(series: Float64Array, parts: readonly SeriesChange[]): Float64Array {
  const sound = new Float64Array(series.length);
  const starts = [0, ...parts.map(({ at }) => at)];
  starts.forEach((from, i) => sound.set(withoutOutliers(series.subarray(from, starts[i + 1])), from));
  return sound;
}

/** The size of the noise at a place, if it changes. */
const sizeAt = (variances: readonly SeriesChange[], place: number): number =>
  variances.find(({ at }) => place < at)?.before ?? variances.at(-1)!.after;

const toChange = ({ at, kind, chance, before, after }: SeriesChange): SeriesChange => ({ at, kind, chance, before, after });

type Found = LineChange & { chance: number };

/**
 * Splits at the best change as long as it is certain. Then moves each change to its best place between its neighbours, or drops it.
 */
function lineChanges(series: Float64Array, { kept, sigmas }: PlacedNoise, level: number): Found[] {
  const places: number[] = [];
  const within = (from: number, to: number): Found | undefined => {
    const best = bestChange(series.subarray(from, to), { kept, sigmas: sigmas.subarray(from, to) });
    const chance = best ? computeGainChance(best.gain, series.length) : 1;
    return best && chance < level ? { ...best, at: from + best.at, chance } : undefined;
  };
  const split = (from: number, to: number): void => {
    const found = places.length < MOST ? within(from, to) : undefined;
    if (!found) return;
    places.push(found.at);
    split(from, found.at);
    split(found.at, to);
  };
  split(0, series.length);
  places.sort((a, b) => a - b);
  const settled: Found[] = [];
  for (let i = 0; i < places.length; i++) {
    const found = within(settled.at(-1)?.at ?? 0, places[i + 1] ?? series.length);
    if (found && found.at - (settled.at(-1)?.at ?? 0) >= SHORTEST) settled.push(found);
  }
  return settled;
}

/** The mean, or the slope per step, on both sides of a change. */
function valuesAround(series: Float64Array, found: readonly Found[], i: number): { before: number; after: number } {
  const { at, kind } = found[i]!;
  const of = (from: number, to: number) => {
    const part = series.subarray(from, to);
    return kind === 'trend' ? line(part).slope : part.reduce((sum, value) => sum + value, 0) / part.length;
  };
  return { before: of(found[i - 1]?.at ?? 0, at), after: of(at, found[i + 1]?.at ?? series.length) };
}

/** The residuals of each stretch after its line and its autoregression. */
function withoutLines(series: Float64Array, found: readonly Found[], { kept, sigma }: Noise): Float64Array {
  const ends = [0, ...found.map(({ at }) => at), series.length];
  const left = new Float64Array(series.length);
  for (let i = 1; i < ends.length; i++) {
    const part = series.subarray(ends[i - 1], ends[i]);
    const { intercept, slope } = line(part);
    part.forEach((value, t) => (left[ends[i - 1]! + t] = value - intercept - slope * (t + 1)));
  }
  const noise = left.map((value, t) => (t === 0 ? value : value - kept * left[t - 1]!));
  return noise.map((value) => (Math.abs(value) > EXACT * sigma ? value : 0));
}

/** Fills gaps along the line between their neighbours. */
function interpolated(values: Float64Array): Float64Array {
  const out = Float64Array.from(values);
  let before = -1;
  values.forEach((value, t) => {
    if (Number.isNaN(value)) return;
    for (let u = before + 1; u < t; u++) {
      const part = before < 0 ? 1 : (u - before) / (t - before);
      out[u] = before < 0 ? value : out[before]! + clamp(part, 0, 1) * (value - out[before]!);
    }
    before = t;
  });
  return out;
}
