import { bestPath, type Lattice } from '../../libs/plugins/text/entities/lattice';
import { START, TAGS } from '../../libs/plugins/text/entities/tags';
import { seededRandom, shuffle } from './random';

/** A sentence: rows of the table for each word, and its true tags. */
export interface TaggedSentence {
  rows: Int32Array[];
  tags: Int8Array;
}

export interface PerceptronWeights {
  /** `TAGS` for each row. */
  table: Float32Array;
  /** `TAGS` for each tag before, the start last. */
  transitions: Float32Array;
}

/** Averaged weights: the sum of the changes, each weighted by how long it was in effect. */
class Averaged {
  readonly now: Float32Array;
  private readonly late: Float64Array;

  constructor(size: number) {
    this.now = new Float32Array(size);
    this.late = new Float64Array(size);
  }

  add(at: number, change: number, time: number): void {
    this.now[at]! += change;
    this.late[at]! += change * time;
  }

  mean(time: number): Float32Array {
    return this.now.map((value, i) => value - this.late[i]! / time);
  }
}

/** The structured perceptron, averaged (Collins 2002). */
export function trainPerceptron(
  sentences: readonly TaggedSentence[],
  { rows, epochs, seed }: { rows: number; epochs: number; seed: number },
  say: (line: string) => void,
): PerceptronWeights {
  const table = new Averaged(rows * TAGS);
  const transitions = new Averaged((TAGS + 1) * TAGS);
  const order = Int32Array.from(sentences, (_, i) => i);
  const random = seededRandom(seed);
  let time = 1;
  for (let epoch = 1; epoch <= epochs; epoch++) {
    shuffle(order, random);
    let wrong = 0;
    for (const i of order) {
      const sentence = sentences[i]!;
      const found = bestPath(latticeOf(sentence.rows, table.now, transitions.now));
      if (correct(sentence, found, { table, transitions, time })) wrong++;
      time++;
    }
    say(`Epoch ${epoch}: ${wrong} of ${sentences.length} sentences wrong`);
  }
  return { table: table.mean(time), transitions: transitions.mean(time) };
}

/** @returns whether there was anything to correct. */
function correct(
  { rows, tags }: TaggedSentence,
  found: Int8Array,
  { table, transitions, time }: { table: Averaged; transitions: Averaged; time: number },
): boolean {
  let changed = false;
  for (let i = 0; i < tags.length; i++) {
    const [right, said] = [tags[i]!, found[i]!];
    const [rightBefore, saidBefore] = i === 0 ? [START, START] : [tags[i - 1]!, found[i - 1]!];
    if (right === said && rightBefore === saidBefore) continue;
    changed = true;
    transitions.add(rightBefore * TAGS + right, 1, time);
    transitions.add(saidBefore * TAGS + said, -1, time);
    if (right === said) continue;
    for (const row of rows[i]!) {
      table.add(row * TAGS + right, 1, time);
      table.add(row * TAGS + said, -1, time);
    }
  }
  return changed;
}

export function latticeOf(rows: readonly Int32Array[], table: ArrayLike<number>, transitions: Float32Array): Lattice {
  const emissions = new Float64Array(rows.length * TAGS);
  rows.forEach((own, i) => {
    for (const row of own) for (let tag = 0; tag < TAGS; tag++) emissions[i * TAGS + tag]! += table[row * TAGS + tag]!;
  });
  return { words: rows.length, emissions, transitions };
}
