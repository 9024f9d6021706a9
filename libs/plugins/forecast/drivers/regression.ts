/** A series that the values may depend on. */
export interface DriverColumn {
  name: string;
  history: Float64Array;
  future: Float64Array;
}

/** A regressor that improves the forecast, and its effect. */
interface Effect {
  name: string;
  coefficient: number;
  history: Float64Array;
  future: Float64Array;
}

export interface Regression {
  effects: Effect[];
  dropped: string[];
}

/** Number of blocks of the history; each is predicted from the others. */
const BLOCKS = 5;
/** One more regressor must reduce the squared errors by this part, in blocks that it was not fitted to. */
const CLEARLY = 0.01;
/** This part of a regressor's square is added to the diagonal, so that near copies share their effect. */
const RIDGE = 1e-3;
const ROUNDS = 3;
const MAX_KEPT = 0.98;
/** The maximum number of values that the regression reads. */
const LONGEST = 3000;

/**
 * The effects of the regressors that help, by generalised least squares on the values without their season; each error keeps a part
 * of the one before it. Regressors are added one at a time, as long as each improves the prediction of blocks that it was not
 * fitted to.
 */
export function regress(values: Float64Array, columns: readonly DriverColumn[], period: number): Regression {
  const from = Math.max(0, values.length - LONGEST);
  const target = withoutPlaces(values.subarray(from), period);
  const centred = columns.map(({ history }) => withoutPlaces(history.subarray(from), period));
  const varying = columns.map((_, i) => i).filter((i) => dot(centred[i]!, centred[i]!) > 0);
  let kept = 0;
  let chosen: number[] = [];
  let coefficients: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const filter = (series: Float64Array) => series.subarray(1).map((value, t) => value - kept * series[t]!);
    const y = filter(target);
    const x = centred.map(filter);
    chosen = choose(y, x, varying);
    coefficients = solve(
      normal(
        chosen.map((i) => x[i]!),
        y,
      ),
    );
    const rest = target.map((value, t) => chosen.reduce((left, i, k) => left - coefficients[k]! * centred[i]![t]!, value));
    kept = Math.min(MAX_KEPT, Math.max(0, lagOne(rest)));
  }
  const effects = chosen.map((i, k) => {
    const { name, history, future } = columns[i]!;
    const scaled = (series: Float64Array) => series.map((value) => coefficients[k]! * value);
    return { name, coefficient: coefficients[k]!, history: scaled(history), future: scaled(future) };
  });
  return { effects, dropped: columns.filter((_, i) => !chosen.includes(i)).map(({ name }) => name) };
}

function choose(y: Float64Array, x: readonly Float64Array[], candidates: readonly number[]): number[] {
  let chosen: number[] = [];
  let least = leftOut(y, []);
  for (;;) {
    const tried = candidates
      .filter((i) => !chosen.includes(i))
      .map((i) => ({
        i,
        error: leftOut(
          y,
          [...chosen, i].map((j) => x[j]!),
        ),
      }));
    const best = tried.sort((a, b) => a.error - b.error)[0];
    if (!best || best.error > (1 - CLEARLY) * least) return chosen;
    chosen = [...chosen, best.i];
    least = best.error;
  }
}

interface Normal {
  matrix: number[][];
  right: number[];
}

/** The squared errors on each block, predicted from the other blocks. */
function leftOut(y: Float64Array, x: readonly Float64Array[]): number {
  const size = Math.ceil(y.length / BLOCKS);
  const whole = normal(x, y);
  let squares = 0;
  for (let from = 0; from < y.length; from += size) {
    const part = (series: Float64Array) => series.subarray(from, from + size);
    const block = normal(x.map(part), part(y));
    const others: Normal = {
      matrix: whole.matrix.map((row, i) => row.map((value, j) => value - block.matrix[i]![j]!)),
      right: whole.right.map((value, i) => value - block.right[i]!),
    };
    const found = solve(others);
    part(y).forEach((value, t) => {
      squares += (value - x.reduce((sum, series, i) => sum + found[i]! * series[from + t]!, 0)) ** 2;
    });
  }
  return squares;
}

const normal = (x: readonly Float64Array[], y: Float64Array): Normal => ({
  matrix: x.map((a) => x.map((b) => dot(a, b))),
  right: x.map((a) => dot(a, y)),
});

/** Solves the ridged normal equations by Gaussian elimination. */
function solve({ matrix, right }: Normal): number[] {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row.map((value, j) => (i === j ? value * (1 + RIDGE) : value)), right[i]!]);
  for (let i = 0; i < n; i++) {
    const pivot = rows[i]!;
    if (!(Math.abs(pivot[i]!) > 0)) continue;
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      const factor = rows[j]![i]! / pivot[i]!;
      for (let k = i; k <= n; k++) rows[j]![k]! -= factor * pivot[k]!;
    }
  }
  return rows.map((row, i) => (Math.abs(row[i]!) > 0 ? row[n]! / row[i]! : 0));
}

/** The values without the mean of their place in the period. */
function withoutPlaces(values: Float64Array, period: number): Float64Array {
  const [sums, counts] = [new Float64Array(period), new Float64Array(period)];
  values.forEach((value, t) => {
    sums[t % period]! += value;
    counts[t % period]! += 1;
  });
  return values.map((value, t) => value - sums[t % period]! / counts[t % period]!);
}

function lagOne(series: Float64Array): number {
  const square = dot(series, series);
  return square > 0 ? dot(series.subarray(1), series.subarray(0, -1)) / square : 0;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < a.length; t++) sum += a[t]! * b[t]!;
  return sum;
}
