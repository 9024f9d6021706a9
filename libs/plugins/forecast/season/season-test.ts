import { autoregression, filtered } from '../autoregression';
import { chanceOfNoise, LEVEL } from './f-test';

/** A season needs at least this many turns. */
const MIN_PERIODS = 2;
/** With fewer turns than this, a season must be clearer. */
const USUAL_PERIODS = 3;
/** The level of the F test for fewer than three turns: the chance that noise passes it. */
const LEVEL_OF_FEW = 0.002;
/** A fit counts as exact if it leaves less than this part unexplained. */
const EXACT = 1e-16;
/** The largest rounding error of a value of 1. */
const ROUNDING = 1e-14;

/** The result of a test for a season. */
interface SeasonTest {
  isProven: boolean;
  /** The part of the differences between the places that is more than noise: 0 none, 1 all. */
  certainty: number;
}

const NONE: SeasonTest = { isProven: false, certainty: 0 };

/**
 * Tests whether a series has a season of this period beyond its noise and its trend. Random walks and smooth trends correlate with
 * themselves at every lag, so an autoregression removes that first. Then the means of the places in the period must differ (an F
 * test at level 0.01, or 0.002 with fewer than three turns), and must predict the later turns better than no season does.
 * @param within A shorter season, a divisor of `period`, that the series is known to have: 1 for none.
 */
export function testSeason(series: Float64Array, period: number, within = 1): SeasonTest {
  if (series.length < MIN_PERIODS * period) return NONE;
  const isShort = series.length < USUAL_PERIODS * period;
  const { chance, certainty, noise } = comparePlaces(series, period, within);
  const from = (isShort ? 1 : 2) * period;
  const isProven =
    chance < (isShort ? LEVEL_OF_FEW : LEVEL) && winsOutOfSample(noise, { period, within, weight: certainty, from });
  return isShort && !isProven ? NONE : { isProven, certainty };
}

/**
 * Whether the F test finds a season of this period. Only for series of two to three turns, for which the usual test is too strict.
 */
export const suggestsSeason = (series: Float64Array, period: number): boolean =>
  series.length >= MIN_PERIODS * period &&
  series.length < USUAL_PERIODS * period &&
  comparePlaces(series, period, 1).chance < LEVEL;

/**
 * Compares the places of a period.
 * @returns the chance that noise shows such differences, the part of the differences that is more than noise, and the residuals of
 * the autoregression.
 */
function comparePlaces(
  series: Float64Array,
  period: number,
  within: number,
): { chance: number; certainty: number; noise: Float64Array } {
  const model = autoregression(withoutPlaces(series, period, 0));
  const noise = filtered(series, model);
  const rest = squares(withoutPlaces(noise, period, model.length));
  const all = squares(withoutPlaces(noise, within, model.length));
  const left = noise.length - period - 1 - model.length;
  const rounding = noise.length * (ROUNDING * largest(series)) ** 2;
  if (period < 2 || all <= rounding || left < 2) return { chance: 1, certainty: 0, noise };
  if (rest <= EXACT * all) return { chance: 0, certainty: 1, noise };
  const gained = period - within;
  const ratio = (all - rest) / gained / (rest / left);
  // The James-Stein rule.
  return { chance: chanceOfNoise(ratio, gained, left), certainty: Math.max(0, 1 - 1 / ratio), noise };
}

/** The series without the mean of each place in the period and without the rest of a line. */
function withoutPlaces(series: Float64Array, period: number, from: number): Float64Array {
  const time = centred(
    series.map((_, t) => t),
    period,
    from,
  );
  const values = centred(series, period, from);
  const square = squares(time);
  const slope = square > 0 ? time.reduce((sum, u, t) => sum + u * values[t]!, 0) / square : 0;
  return values.map((value, t) => value - slope * time[t]!);
}

function centred(values: Float64Array, period: number, from: number): Float64Array {
  const sums = new Float64Array(period);
  const counts = new Float64Array(period);
  values.forEach((value, t) => {
    sums[(t + from) % period]! += value;
    counts[(t + from) % period]! += 1;
  });
  return values.map((value, t) => value - sums[(t + from) % period]! / counts[(t + from) % period]!);
}

/**
 * Whether the period predicts the values from `from` on better than the shorter period alone. A prediction goes the part `weight`
 * of the way from the mean of the shorter period to the mean of the place so far.
 */
function winsOutOfSample(
  noise: Float64Array,
  { period, within, weight, from }: { period: number; within: number; weight: number; from: number },
): boolean {
  const [long, short] = [runningMeans(period), runningMeans(within)];
  let gain = 0;
  withoutPlaces(noise, 1, 0).forEach((value, t) => {
    if (t >= from) {
      const usual = short.at(t);
      gain += (value - usual) ** 2 - (value - usual - weight * (long.at(t) - usual)) ** 2;
    }
    long.add(t, value);
    short.add(t, value);
  });
  return gain > 0;
}

/** The running mean of each place in a period. */
function runningMeans(period: number) {
  const sums = new Float64Array(period);
  const counts = new Float64Array(period);
  return {
    at: (t: number) => sums[t % period]! / counts[t % period]!,
    add: (t: number, value: number) => {
      sums[t % period]! += value;
      counts[t % period]! += 1;
    },
  };
}

const largest = (values: Float64Array) => values.reduce((max, value) => Math.max(max, Math.abs(value)), 0);

const squares = (values: Float64Array) => values.reduce((sum, value) => sum + value * value, 0);
