import { clamp } from '../member';
import { median } from '../tails';

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

interface FilterOptions {
  /** How fast the level follows. */
  alpha: number;
  /** How much of one error the next one keeps. */
  kept: number;
  /** The usual size of an error; more than `CUT` of it moves the level no further. */
  scale: number;
  /** What the level gains with each step, where that says clearly more than a level alone. */
  drift: number;
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
/** A drift must leave less than this part of the errors: else it is noise. */
const CLEARLY = 0.5;
/** Fewer values do not tell a drift. */
const ENOUGH = 8;

/** Follows the level so that neither single errors carry it away nor a new level stays unseen. Gaps are NaN. */
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

/** The filter with the smallest usual errors. @param smallest an error that is all but none. */
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

/** The scale at which what is cut, and what errors are usual, agree; and the mean error with the far ones cut. */
function settled(values: Float64Array, options: FilterOptions & Start): { scale: number; loss: number } {
  let { scale } = options;
  for (let round = 1; ; round++) {
    const sizes = sizesOf(followLevel(values, { ...options, scale }).errors);
    if (round === ROUNDS) {
      const cut = CUT * options.scale;
      return { scale, loss: sizes.reduce((sum, size) => sum + Math.min(size, cut), 0) };
    }
    // Of a line without noise nothing is usual but the line.
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
