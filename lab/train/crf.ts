import { backwardSums, computeFactors, forwardSums, type Lattice } from '../../libs/plugins/text/entities/lattice';
import { START, TAGS } from '../../libs/plugins/text/entities/tags';
import { seededRandom, shuffle } from './random';

/** A sentence: rows of the table for each word, and its true tags. */
export interface TaggedSentence {
  rows: Int32Array[];
  tags: Int8Array;
}

export interface TaggerWeights {
  /** `TAGS` for each row. */
  table: Float32Array;
  /** `TAGS` for each tag before, the start last. */
  transitions: Float32Array;
}

export interface CrfRecipe {
  epochs: number;
  seed: number;
  rate: number;
  /** A weight that tells less than this stays 0. */
  l1: number;
  l2: number;
  /** Share of the features that each look at a sentence leaves out, so that no weight relies on another. */
  drop: number;
}

/** Weights by FTRL-proximal (McMahan 2013): each has its own step, the smaller the more it has been changed. */
class Weights {
  private readonly sums: Float32Array;
  private readonly squares: Float32Array;

  constructor(
    size: number,
    private readonly recipe: Pick<CrfRecipe, 'rate' | 'l1' | 'l2'>,
  ) {
    this.sums = new Float32Array(size);
    this.squares = new Float32Array(size);
  }

  readonly at = (index: number): number => {
    const { rate, l1, l2 } = this.recipe;
    const sum = this.sums[index]!;
    if (Math.abs(sum) <= l1) return 0;
    return (Math.sign(sum) * l1 - sum) / ((1 + Math.sqrt(this.squares[index]!)) / rate + l2);
  };

  change(index: number, gradient: number): void {
    const squares = this.squares[index]!;
    const slower = (Math.sqrt(squares + gradient * gradient) - Math.sqrt(squares)) / this.recipe.rate;
    this.sums[index]! += gradient - slower * this.at(index);
    this.squares[index] = squares + gradient * gradient;
  }

  all(): Float32Array {
    return Float32Array.from(this.sums, (_, index) => this.at(index));
  }
}

/** A smaller gradient changes nothing that int8 would keep. */
const LEAST_GRADIENT = 1e-4;

/** A conditional random field over the tags of a sentence (Lafferty 2001). The same data give the same weights. */
export function trainCrf(
  sentences: readonly TaggedSentence[],
  { rows, ...recipe }: CrfRecipe & { rows: number },
  say: (line: string) => void,
): TaggerWeights {
  const table = new Weights(rows * TAGS, recipe);
  const transitions = new Weights((TAGS + 1) * TAGS, { ...recipe, l1: 0 });
  const order = Int32Array.from(sentences, (_, i) => i);
  const random = seededRandom(recipe.seed);
  for (let epoch = 1; epoch <= recipe.epochs; epoch++) {
    shuffle(order, random);
    for (const i of order) {
      const { rows: all, tags } = sentences[i]!;
      const seen = all.map((own) => own.filter(() => random() >= recipe.drop));
      correct({ rows: seen, tags }, table, transitions);
    }
    say(`Epoch ${epoch} of ${recipe.epochs}`);
  }
  return { table: table.all(), transitions: transitions.all() };
}

/** Moves the weights towards the true tags: by the chance of each tag, and of each step, less what is true. */
function correct({ rows, tags }: TaggedSentence, table: Weights, transitions: Weights): void {
  const lattice = latticeOf(
    rows,
    table.at,
    Float32Array.from({ length: (TAGS + 1) * TAGS }, (_, at) => transitions.at(at)),
  );
  const { words } = lattice;
  const factors = computeFactors(lattice, 1);
  const { sums, scales } = forwardSums(words, factors);
  const after = backwardSums(words, factors, scales);
  const change = (weights: Weights, at: number, gradient: number): void => {
    if (Math.abs(gradient) > LEAST_GRADIENT) weights.change(at, gradient);
  };
  for (let i = 0; i < words; i++) {
    const before = i === 0 ? START : tags[i - 1]!;
    for (let tag = 0; tag < TAGS; tag++) {
      const here = i * TAGS + tag;
      const gradient = sums[here]! * after[here]! - Number(tags[i] === tag);
      for (const row of rows[i]!) change(table, row * TAGS + tag, gradient);
      for (let from = i === 0 ? START : 0; from < (i === 0 ? START + 1 : TAGS); from++) {
        const step = factors.steps[from * TAGS + tag]!;
        if (step === 0) continue;
        const led = i === 0 ? 1 : sums[here - TAGS - tag + from]!;
        const chance = (led * step * factors.emissions[here]! * after[here]!) / scales[i]!;
        change(transitions, from * TAGS + tag, chance - Number(tags[i] === tag && from === before));
      }
    }
  }
}

/** @param weightAt of the table. */
export function latticeOf(rows: readonly Int32Array[], weightAt: (index: number) => number, transitions: Float32Array): Lattice {
  const emissions = new Float64Array(rows.length * TAGS);
  rows.forEach((own, i) => {
    for (const row of own) for (let tag = 0; tag < TAGS; tag++) emissions[i * TAGS + tag]! += weightAt(row * TAGS + tag);
  });
  return { words: rows.length, emissions, transitions };
}
