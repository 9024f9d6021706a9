import { clamp } from '../member';
import { median } from '../tails';

/** A change of level that did not return at once. */
export interface Shift {
  /** Index of the first value on the new level. */
  at: number;
  /** How many values it took to be sure. */
  length: number;
}

/** The errors of each value against its expectation from the values before it, without season. */
export interface Filtered {
  errors: Float64Array;
  shifts: Shift[];
}

interface FilterOptions {
  /** How fast the level follows the values. */
  alpha: number;
  /** The part of an error that remains in the next one. */
  kept: number;
  /** The usual size of an error. Errors beyond `CUT` times the scale move the level no further. */
  scale: number;
  /** The gain of the level with each step, if that predicts clearly better than a level alone. */
  drift: number;
}

const CUT = 2.5;
/** How many consecutive values beyond `CUT` on one side make a new level. */
const RUN = 5;
const START = 7;
const ALPHAS = [0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1];
const KEPT = [0, 0.3, 0.6];
/** How many values the choice of a speed uses at most. */
const LONGEST_CHOICE = 3000;
const ROUNDS = 3;
/** A drift must reduce the errors to less than this part; otherwise it is noise. */
const CLEARLY = 0.5;
/** Fewer values do not show a drift. */
const ENOUGH = 8;

/** Follows the level so that single errors do not carry it away but a new level is noticed. Gaps are NaN. */
export function followLevel(values: Float64Array, { alpha, kept, scale, drift }: FilterOptions): Filtered {
  const errors = new Float64Array(values.length);
  const shifts: Shift[] = [];
  const straight = values.slice(0, 2 * START).map((value, t) => value - drift * t);
  let level = median(straight.filter((value) => !Number.isNaN(value)).subarray(0, START)) - drift;
  let last = 0;
  let run = 0;
  for (let t = 0; t < values.length; t++) {
    const value = values[t]!;
    level += drift;
    if (Number.isNaN(value)) {
      errors[t] = NaN;
      last *= kept;
      continue;
    }
    const error = value - level - kept * last;
    errors[t] = error;
    run = Math.abs(error) > CUT * scale ? (error > 0 ? Math.max(0, run) + 1 : Math.min(0, run) - 1) : 0;
    if (Math.abs(run) >= RUN) {
      shifts.push({ at: t - RUN + 1, length: RUN });
      const since = values.slice(t - RUN + 1, t + 1).map((each, k) => each + drift * (RUN - 1 - k));
      level = median(since.filter((each) => !Number.isNaN(each)));
      last = 0;
      run = 0;
      continue;
    }
    const cut = clamp(error, -CUT * scale, CUT * scale);
    level += alpha * cut;
    last = (1 - alpha) * cut;
  }
  return { errors, shifts };
}

/** The filter with the smallest usual errors. @param smallest the size below which an error counts as none. */
export function bestFilter(values: Float64Array, smallest: number): FilterOptions {
  const recent = values.subarray(-LONGEST_CHOICE);
  const known = recent.filter((value) => !Number.isNaN(value));
  const steps = known.slice(1).map((value, t) => value - known[t]!);
  const rough = Math.min(...[median(steps.map(Math.abs)) / 0.954, spread(known)].filter((each) => each > 0), Infinity);
  if (rough === Infinity) return { alpha: 0.2, kept: 0, scale: 0, drift: 0 };
  const level = bestOf(recent, { scale: rough, drift: 0, smallest });
  const drift = median(steps);
  if (known.length < ENOUGH || Math.abs(drift) <= Math.max(smallest, CLEARLY * median(steps.map(Math.abs)))) return level;
  const line = bestOf(recent, { scale: rough, drift, smallest });
  return line.loss < CLEARLY * level.loss ? line : level;
}

interface Start extends Pick<FilterOptions, 'scale' | 'drift'> {
  smallest: number;
}

function bestOf(values: Float64Array, start: Start): FilterOptions & { loss: number } {
  let best = { alpha: 0.2, kept: 0, scale: Infinity, drift: start.drift, loss: Infinity };
  for (const alpha of ALPHAS)
    for (const kept of alpha === 1 ? [0] : KEPT) {
      const found = settled(values, { ...start, alpha, kept });
      if (found.loss < best.loss) best = { alpha, kept, drift: start.drift, ...found };
    }
  return best;
}

/**
 * Finds the scale that agrees with the usual size of the errors that it leads to. Also gives the sum of the errors, with large ones
 * cut.
 */
function settled(values: Float64Array, options: FilterOptions & Start): { scale: number; loss: number } {
  let { scale } = options;
  for (let round = 1; ; round++) {
    const sizes = sizesOf(followLevel(values, { ...options, scale }).errors);
    if (round === ROUNDS) {
      const cut = CUT * options.scale;
      return { scale, loss: sizes.reduce((sum, size) => sum + Math.min(size, cut), 0) };
    }
    // On a line without noise, every deviation is unusual.
    scale = median(sizes) / 0.6745 || (options.drift === 0 ? scale : options.smallest);
  }
}

/** The sizes of the errors, without gaps. */
function sizesOf(errors: Float64Array): Float64Array {
  let count = 0;
  for (const error of errors) if (!Number.isNaN(error)) errors[count++] = Math.abs(error);
  return errors.subarray(0, count);
}

function spread(values: Float64Array): number {
  const middle = median(values);
  return median(values.map((value) => Math.abs(value - middle))) / 0.6745;
}
