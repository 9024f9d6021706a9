import { minimizeLbfgs } from './minimize';

/** Examples: their vectors of length 1 in one list, and the class number of each. */
export interface Examples {
  vectors: Float32Array;
  classes: Int32Array;
}

/** Options of the fit. */
interface RegressionOptions {
  /** The inverse strength of the penalty on the weights. */
  looseness: number;
  /** The total weight of each class; equal if absent. */
  shares?: readonly number[];
}

/** A linear model: a row of weights and a constant for each class. */
export interface LinearModel {
  weights: Float64Array;
  constants: Float64Array;
}

/** A shorter rest is rounding: the vector is a sum of the earlier ones. */
const SAME = 1e-6;

/**
 * Softmax regression with a penalty on the squares of the weights, as scikit-learn's LogisticRegression. Each class counts alike,
 * however many examples it has.
 */
export function fitRegression(examples: Examples, count: number, options: RegressionOptions): LinearModel {
  const { vectors, classes } = examples;
  const size = vectors.length / classes.length;
  if (classes.length >= size) return fit(examples, count, options);
  // The weights are a sum of the examples. With fewer examples than dimensions, the fit within their span is faster.
  const { basis, coordinates } = findBasis(vectors, size);
  const { weights, constants } = fit({ vectors: coordinates, classes }, count, options);
  const rank = basis.length;
  const whole = new Float64Array(count * size);
  for (let at = 0; at < whole.length; at++)
    for (let row = 0; row < rank; row++) whole[at]! += weights[Math.floor(at / size) * rank + row]! * basis[row]![at % size]!;
  return { weights: whole, constants };
}

/** Orthogonal directions that span all vectors (Gram and Schmidt), and the coordinates of each vector in them. */
export function findBasis(vectors: Float32Array, size: number): { basis: Float64Array[]; coordinates: Float32Array } {
  const basis: Float64Array[] = [];
  const shares: Float64Array[] = [];
  for (let from = 0; from < vectors.length; from += size) {
    const rest = Float64Array.from(vectors.subarray(from, from + size));
    const mine = basis.map((direction) => {
      const share = direction.reduce((sum, value, at) => sum + value * rest[at]!, 0);
      for (let at = 0; at < size; at++) rest[at]! -= share * direction[at]!;
      return share;
    });
    const length = Math.hypot(...rest);
    if (length > SAME) {
      basis.push(rest.map((value) => value / length));
      mine.push(length);
    }
    shares.push(Float64Array.from(mine));
  }
  const coordinates = new Float32Array(shares.length * basis.length);
  for (const [at, mine] of shares.entries()) coordinates.set(mine, at * basis.length);
  return { basis, coordinates };
}

function fit({ vectors, classes }: Examples, count: number, { looseness, shares }: RegressionOptions): LinearModel {
  const size = vectors.length / classes.length;
  const counts = new Float64Array(count);
  for (const each of classes) counts[each]!++;
  const weight = (of: number): number => ((shares?.[of] ?? 1) * classes.length) / (count * counts[of]!);
  const parameters = count * (size + 1);
  const probabilities = new Float64Array(count);
  const found = minimizeLbfgs((at, gradient) => {
    let loss = 0;
    for (let index = 0; index < count * size; index++) {
      gradient[index] = at[index]! / looseness;
      loss += (at[index]! * at[index]!) / (2 * looseness);
    }
    gradient.fill(0, count * size);
    for (let example = 0; example < classes.length; example++) {
      const right = classes[example]!;
      const vector = vectors.subarray(example * size, (example + 1) * size);
      for (let each = 0; each < count; each++) probabilities[each] = at[count * size + each]! + product(at, each * size, vector);
      const logs = logSumExp(probabilities);
      loss += weight(right) * (logs - probabilities[right]!);
      for (let each = 0; each < count; each++) {
        const error = weight(right) * (Math.exp(probabilities[each]! - logs) - (each === right ? 1 : 0));
        if (Math.abs(error) < 1e-9) continue;
        gradient[count * size + each]! += error;
        const row = each * size;
        for (let index = 0; index < size; index++) gradient[row + index]! += error * vector[index]!;
      }
    }
    return loss;
  }, new Float64Array(parameters));
  return { weights: found.subarray(0, count * size), constants: found.subarray(count * size) };
}

/** The logits of the classes for a vector. */
export function computeLogits({ weights, constants }: LinearModel, vector: Float32Array): Float64Array {
  const size = vector.length;
  return constants.map((constant, each) => constant + product(weights, each * size, vector));
}

/** Multiplies a vector by the row of weights that begins at `at`. */
function product(weights: Float64Array, at: number, vector: Float32Array): number {
  let [even, odd] = [0, 0];
  for (let index = 0; index + 1 < vector.length; index += 2) {
    even += weights[at + index]! * vector[index]!;
    odd += weights[at + index + 1]! * vector[index + 1]!;
  }
  if (vector.length % 2 === 1) even += weights[at + vector.length - 1]! * vector[vector.length - 1]!;
  return even + odd;
}

export function logSumExp(values: Float64Array): number {
  const most = values.reduce((max, value) => Math.max(max, value), -Infinity);
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
}
