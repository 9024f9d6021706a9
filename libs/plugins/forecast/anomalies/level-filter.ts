import { clamp } from '../members/member';
import { median } from './tails';

/** A level that did not come back at once. */
export interface Shift {
  /** Its first value. */
  at: number;
  /** Values that it took to be sure. */
  length: number;
}

/** What each value was expected to be by those before it, season taken off. */
export interface Filtered {
  errors: Float64Array;
  shifts: Shift[];
}

export interface FilterOptions {
  /** How fast the level follows. */
  alpha: number;
  /** How much of one error the next one keeps. */
  kept: number;
  /** The usual size of an error; more than `CUT` of it moves the level no further. */
  scale: number;
}

const CUT = 2.5;
/** Values in a row, all on one side and further off than `CUT`, that make a new level. */
const RUN = 5;
const START = 7;
const ALPHAS = [0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1];
const KEPT = [0, 0.3, 0.6];
/** Values that the choice of a speed is made on. */
const LONGEST_CHOICE = 3000;
const ROUNDS = 3;

/** Follows the level so that neither single errors carry it away nor a new level stays unseen. Gaps are NaN. */
export function followLevel(values: Float64Array, { alpha, kept, scale }: FilterOptions): Filtered {
  const errors = new Float64Array(values.length);
  const shifts: Shift[] = [];
  let level = median(values.filter((value) => !Number.isNaN(value)).subarray(0, START));
  let last = 0;
  let run = 0;
  for (let t = 0; t < values.length; t++) {
    const value = values[t]!;
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
      level = median(values.slice(t - RUN + 1, t + 1).filter((each) => !Number.isNaN(each)));
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

/** The filter with the smallest usual errors. */
export function bestFilter(values: Float64Array): FilterOptions {
  const recent = values.subarray(-LONGEST_CHOICE);
  const known = recent.filter((value) => !Number.isNaN(value));
  const steps = known.slice(1).map((value, t) => Math.abs(value - known[t]!));
  const rough = Math.min(...[median(steps) / 0.954, spread(known)].filter((each) => each > 0), Infinity);
  if (rough === Infinity) return { alpha: 0.2, kept: 0, scale: 0 };
  let best = { alpha: 0.2, kept: 0, scale: Infinity, loss: Infinity };
  for (const alpha of ALPHAS)
    for (const kept of alpha === 1 ? [0] : KEPT) {
      const found = settled(recent, { alpha, kept, scale: rough });
      if (found.loss < best.loss) best = { alpha, kept, ...found };
    }
  return best;
}

/** The scale at which what is cut, and what errors are usual, agree; and the mean error with the far ones cut. */
function settled(values: Float64Array, options: FilterOptions): { scale: number; loss: number } {
  let { scale } = options;
  for (let round = 1; ; round++) {
    const errors = followLevel(values, { ...options, scale }).errors.filter((error) => !Number.isNaN(error));
    const sizes = errors.map(Math.abs);
    if (round === ROUNDS) {
      const cut = CUT * options.scale;
      return { scale, loss: sizes.reduce((sum, size) => sum + Math.min(size, cut), 0) };
    }
    scale = median(sizes) / 0.6745 || scale;
  }
}

function spread(values: Float64Array): number {
  const middle = median(values);
  return median(values.map((value) => Math.abs(value - middle))) / 0.6745;
}
