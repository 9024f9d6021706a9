/** An example of a logistic model: its features by name, whether it is true, and how much it counts. */
export interface LogisticExample {
  features: Readonly<Record<string, number>>;
  label: boolean;
  weight: number;
}

const STEPS = 30;
const ENOUGH = 1e-6;
/** The intercept is hardly pulled towards zero. */
const FREE = 1e-3;

/**
 * Logistic regression by Newton's method on standardised features.
 * @param ridge pull of each weight towards zero.
 * @returns a weight for each feature, and `intercept`.
 */
export function fitLogistic(examples: readonly LogisticExample[], ridge: number): Record<string, number> {
  const names = [...new Set(examples.flatMap(({ features }) => Object.keys(features)))].sort();
  const { rows, means, deviations } = standardised(examples, names);
  const weights = new Float64Array(names.length + 1);
  for (let step = 0; step < STEPS; step++) {
    const move = newtonStep(rows, examples, { weights, ridge });
    move.forEach((value, k) => (weights[k] = weights[k]! + value));
    if (Math.max(...move.map(Math.abs)) < ENOUGH) break;
  }
  const scaled = names.map((name, k) => [name, weights[k + 1]! / deviations[k]!] as const);
  const intercept = scaled.reduce((sum, [, weight], k) => sum - weight * means[k]!, weights[0]!);
  const found = [['intercept', intercept] as const, ...scaled];
  return Object.fromEntries(found.map(([name, weight]) => [name, Number(weight.toPrecision(5))]));
}

/** A leading 1, then the features with mean 0 and deviation 1. */
function standardised(examples: readonly LogisticExample[], names: readonly string[]) {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const columns = names.map((name) => examples.map(({ features }) => features[name] ?? 0));
  const means = columns.map(mean);
  const deviations = columns.map((column, k) => Math.sqrt(mean(column.map((value) => (value - means[k]!) ** 2))) || 1);
  const rows = examples.map((_, i) => [1, ...columns.map((column, k) => (column[i]! - means[k]!) / deviations[k]!)]);
  return { rows, means, deviations };
}

function newtonStep(
  rows: readonly number[][],
  examples: readonly LogisticExample[],
  { weights, ridge }: { weights: Float64Array; ridge: number },
): number[] {
  const size = weights.length;
  const gradient = Array.from(weights, (weight, k) => -weight * (k === 0 ? FREE : ridge));
  const curvature = Array.from({ length: size }, (_, k) => {
    const row = new Array<number>(size).fill(0);
    row[k] = k === 0 ? FREE : ridge;
    return row;
  });
  rows.forEach((row, i) => {
    const { label, weight } = examples[i]!;
    const chance = 1 / (1 + Math.exp(-row.reduce((sum, value, k) => sum + value * weights[k]!, 0)));
    for (let k = 0; k < size; k++) {
      gradient[k] = gradient[k]! + weight * (Number(label) - chance) * row[k]!;
      for (let l = 0; l < size; l++) curvature[k]![l] = curvature[k]![l]! + weight * chance * (1 - chance) * row[k]! * row[l]!;
    }
  });
  return solve(curvature, gradient);
}

/** Solves a symmetric positive system by elimination. Changes its arguments. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length;
  for (let k = 0; k < size; k++) {
    for (let row = k + 1; row < size; row++) {
      const factor = matrix[row]![k]! / matrix[k]![k]!;
      for (let l = k; l < size; l++) matrix[row]![l] = matrix[row]![l]! - factor * matrix[k]![l]!;
      right[row] = right[row]! - factor * right[k]!;
    }
  }
  for (let k = size - 1; k >= 0; k--) {
    for (let l = k + 1; l < size; l++) right[k] = right[k]! - matrix[k]![l]! * right[l]!;
    right[k] = right[k]! / matrix[k]![k]!;
  }
  return right;
}
