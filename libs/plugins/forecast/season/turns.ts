import { chanceOfNoise, LEVEL } from './f-test';

/**
 * The possible parts of one value's noise that the next one keeps, from none to a random walk; all are equally likely beforehand.
 */
const CORRELATIONS = Array.from({ length: 21 }, (_, i) => i / 20);
/** A fit counts as exact if it leaves less than this part unexplained. */
const EXACT = 1e-16;
/** The largest rounding error of a value of 1. */
const ROUNDING = 1e-14;

/**
 * Compares the last turn of a season with the one before it, place by place, so that the shape of the season cancels out. With so
 * few values, a rise cannot be told from a random walk for sure. Therefore the chance that noise shows such a change is averaged
 * over the possible correlations of the noise, weighted by their likelihood. A change is proven where that chance is below 0.01.
 * Positive values are compared by factors, because the swings of a season grow with the level.
 * @param series at least two turns.
 */
export function changeOfTurn(series: Float64Array, period: number): { change: number; isProven: boolean } {
  const last = series.subarray(-period);
  const before = series.subarray(-2 * period, -period);
  const byFactors = [...last, ...before].every((value) => value > 0);
  const changes = last.map((value, i) => (byFactors ? Math.log(value / before[i]!) : value - before[i]!));
  const fits = CORRELATIONS.map((correlation) => fitMean(changes, correlation));
  const likeliest = Math.max(...fits.map(({ likelihood }) => likelihood));
  const weights = fits.map(({ likelihood }) => Math.exp(likelihood - likeliest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const chance = fits.reduce((sum, fit, i) => sum + (fit.chance * weights[i]!) / total, 0);
  const change = last.reduce((sum, value, i) => sum + value - before[i]!, 0) / period;
  const isRounding = Math.abs(change) <= ROUNDING * Math.abs(last[0]!);
  return { change, isProven: chance < LEVEL && !isRounding };
}

interface FittedMean {
  /** The chance that noise of this correlation, without a change, has such a mean or a larger one. */
  chance: number;
  /** The logarithm of the likelihood, with the mean integrated out. */
  likelihood: number;
}

/**
 * The mean of the changes, by generalised least squares. Each change keeps a part of the noise of the one before it, as the values
 * do, and adds the new noise of both turns. The first change is freed of what it shares with these additions.
 */
function fitMean(changes: Float64Array, correlation: number): FittedMean {
  const n = changes.length;
  const kept = (steps: number) => correlation ** steps;
  let [first, ofMean] = [changes[0]!, 1];
  // In variances of the noise of one value; an addition has a variance of 2.
  let variance = correlation < 1 ? (2 * (1 - kept(n))) / (1 - kept(2)) : n;
  for (let t = 1; t < n; t++) {
    first += (kept(n - t) / 2) * (changes[t]! - correlation * changes[t - 1]!);
    ofMean += (kept(n - t) / 2) * (1 - correlation);
    variance -= kept(2 * (n - t)) / 2;
  }
  const scale = Math.sqrt(2 / variance);
  const values = changes.map((value, t) => (t === 0 ? scale * first : value - correlation * changes[t - 1]!));
  const ones = changes.map((_, t) => (t === 0 ? scale * ofMean : 1 - correlation));
  const [square, product, all] = [dot(ones, ones), dot(ones, values), dot(values, values)];
  const explained = product ** 2 / square;
  const rest = Math.max(all - explained, EXACT * all);
  const left = n - 1;
  return {
    chance: all > 0 ? chanceOfNoise((explained * left) / rest, 1, left) : 1,
    likelihood: all > 0 ? -(left * Math.log(rest) + Math.log(variance) + Math.log(square)) / 2 : 0,
  };
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, t) => sum + value * b[t]!, 0);
