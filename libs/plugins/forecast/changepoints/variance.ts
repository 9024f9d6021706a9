import type { SeriesChange } from './change';
import { clamp } from '../member';
import { median } from '../tails';
import { computeGainChance } from './segments';

/** The minimum number of values on each side. */
const SHORTEST = 15;
/** Errors are clipped at this many times the usual error of their side. */
const CUT = 4;
/** A smaller change of the standard deviation is not reported. */
const CLEARLY = 1.25;
const MOST = 20;

/**
 * The places where the size of the noise changes, by the likelihood ratio of two sizes to one.
 * @param all the errors, outliers included: next to calm noise, large noise looks like outliers.
 */
export function varianceChanges(errors: Float64Array, all: Float64Array, level: number): SeriesChange[] {
  const found: SeriesChange[] = [];
  const split = (from: number, to: number): void => {
    const best = found.length < MOST ? bestSplit(errors.subarray(from, to)) : undefined;
    if (!best) return;
    const chance = computeGainChance(best.gain, errors.length);
    if (chance >= level || Math.max(best.before / best.after, best.after / best.before) < CLEARLY) return;
    found.push({ kind: 'variance', at: from + best.at, chance, before: best.before, after: best.after });
    split(from, from + best.at);
    split(from + best.at, to);
  };
  split(0, errors.length);
  found.sort((a, b) => a.at - b.at);
  const sizes = [0, ...found.map(({ at }) => at)].map((from, i) => sizeOf(all.subarray(from, found[i]?.at)));
  return found.map((each, i) => ({ ...each, before: sizes[i]!, after: sizes[i + 1]! }));
}

function sizeOf(errors: Float64Array): number {
  const cut = (CUT * median(errors.map(Math.abs))) / 0.6745;
  return Math.sqrt(errors.reduce((sum, error) => sum + clamp(error, -cut, cut) ** 2, 0) / errors.length);
}

function bestSplit(errors: Float64Array) {
  const n = errors.length;
  if (n < 2 * SHORTEST) return undefined;
  const usual = median(errors.map(Math.abs)) / 0.6745;
  if (!(usual > 0)) return undefined;
  const squares = errors.map((error) => clamp(error / usual, -CUT, CUT) ** 2);
  const total = squares.reduce((sum, each) => sum + each, 0);
  const mean = total / n;
  const fourth = squares.reduce((sum, each) => sum + each * each, 0) / n;
  // Squares of heavy-tailed noise vary this much more than those of normal noise.
  const heavy = Math.max(1, (fourth / mean ** 2 - 1) / 2);
  let best = { at: 0, gain: 0, before: 1, after: 1 };
  let sum = 0;
  for (let c = 1; c <= n - SHORTEST; c++) {
    sum += squares[c - 1]!;
    const [before, after] = [sum / c, (total - sum) / (n - c)];
    if (c < SHORTEST || !(before > 0) || !(after > 0)) continue;
    const gain = (n * Math.log(mean) - c * Math.log(before) - (n - c) * Math.log(after)) / heavy;
    if (gain > best.gain) best = { at: c, gain, before: usual * Math.sqrt(before), after: usual * Math.sqrt(after) };
  }
  return best;
}
