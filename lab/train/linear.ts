import type { TextFeatures } from '../../libs/plugins/text/sentiment/features';
import { seededRandom, shuffle } from './random';

export interface Example {
  features: TextFeatures;
  /** 0, 1 or 2. */
  label: number;
  weight: number;
}

export interface LinearRecipe {
  rows: number;
  epochs: number;
  rate: number;
  /** Regularisation of the weights that an example touches. */
  decay: number;
  /** The target of the true label; the other labels share the rest. */
  certainty: number;
  seed: number;
}

/** Multinomial logistic regression by Adagrad. @returns three weights for each row. */
export function trainLinear(examples: readonly Example[], recipe: LinearRecipe): Float32Array {
  const table = new Float32Array(recipe.rows * 3);
  const squares = new Float32Array(recipe.rows * 3).fill(0.01);
  const order = Int32Array.from(examples, (_, i) => i);
  const random = seededRandom(recipe.seed);
  for (let epoch = 0; epoch < recipe.epochs; epoch++) {
    shuffle(order, random);
    for (const i of order) learn(examples[i]!, { table, squares, recipe });
  }
  return table;
}

interface State {
  table: Float32Array;
  squares: Float32Array;
  recipe: LinearRecipe;
}

function learn({ features, label, weight }: Example, { table, squares, recipe }: State): void {
  const { rows, values } = features;
  const logits = [0, 1, 2].map((k) => rows.reduce((sum, row, i) => sum + table[3 * row + k]! * values[i]!, 0));
  const errors = probabilities(logits).map((probability, k) => {
    const aim = k === label ? recipe.certainty : (1 - recipe.certainty) / 2;
    return (probability - aim) * weight;
  });
  for (let i = 0; i < rows.length; i++) {
    for (let k = 0; k < 3; k++) {
      const at = rows[i]! * 3 + k;
      const gradient = errors[k]! * values[i]! + recipe.decay * table[at]!;
      squares[at] = squares[at]! + gradient * gradient;
      table[at] = table[at]! - (recipe.rate * gradient) / Math.sqrt(squares[at]);
    }
  }
}

export function probabilities(logits: readonly number[]): number[] {
  const top = Math.max(...logits);
  const parts = logits.map((logit) => Math.exp(logit - top));
  const sum = parts.reduce((all, part) => all + part, 0);
  return parts.map((part) => part / sum);
}
