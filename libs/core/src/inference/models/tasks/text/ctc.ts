/** What a model says of a line: for each step to the right the probabilities of its classes, the blank first. */
export interface Steps {
  values: Float32Array;
  steps: number;
  classes: number;
}

/** A character that was read, and where. */
export interface ReadCharacter {
  character: string;
  /** Counted from the left. */
  step: number;
  probability: number;
}

export interface ReadLine {
  characters: ReadCharacter[];
  /** For each step the probability of a space. */
  spaces: Float32Array;
}

const BLANK = 0;

/** The most likely class of each step; the same one again without a blank between is one character. */
export function readSteps({ values, steps, classes }: Steps, alphabet: readonly string[]): ReadLine {
  const characters: ReadCharacter[] = [];
  const spaces = new Float32Array(steps);
  let before = BLANK;
  for (let step = 0; step < steps; step++) {
    const row = values.subarray(step * classes, (step + 1) * classes);
    let best = BLANK;
    for (let each = 1; each < classes; each++) if (row[each]! > row[best]!) best = each;
    spaces[step] = row[classes - 1]!;
    const probability = row[best]!;
    if (best !== BLANK && best !== before) characters.push({ character: alphabet[best - 1]!, step, probability });
    else if (best !== BLANK) {
      const last = characters.at(-1)!;
      if (probability > last.probability) last.probability = probability;
    }
    before = best;
  }
  return { characters, spaces };
}
