/** A model's answer for a line: at each step to the right the probabilities of its classes, the blank first. */
export interface Steps {
  values: Float32Array;
  steps: number;
  classes: number;
}

/** A recognized character with its place. */
export interface ReadCharacter {
  character: string;
  /** The first and the last step at which it was the most likely class, counted from the left. */
  step: number;
  last: number;
  probability: number;
}

export interface ReadLine {
  characters: ReadCharacter[];
  /** The probability of a space at each step. */
  spaces: Float32Array;
  /** Whether each column of the strip's pixels has strokes. Without a strip all are true. */
  strokes: readonly boolean[];
}

const BLANK = 0;

/** Takes the most likely class of each step. Repetitions without a blank between them are one character. */
export function readSteps(
  { values, steps, classes }: Steps,
  alphabet: readonly string[],
  strokes: readonly boolean[] = Array<boolean>(steps).fill(true),
): ReadLine {
  const spaces = new Float32Array(steps);
  const likeliest = new Int32Array(steps);
  const probabilities = new Float32Array(steps);
  for (let step = 0; step < steps; step++) {
    const row = values.subarray(step * classes, (step + 1) * classes);
    let best = BLANK;
    for (let each = 1; each < classes; each++) if (row[each]! > row[best]!) best = each;
    spaces[step] = row[classes - 1]!;
    likeliest[step] = best;
    probabilities[step] = row[best]!;
  }
  return { characters: collapsed(likeliest, probabilities, alphabet), spaces, strokes };
}

/** The characters of the likeliest classes. Repetitions without a blank between them are one character. */
export function collapsed(classes: Int32Array, probabilities: Float32Array, alphabet: readonly string[]): ReadCharacter[] {
  const characters: ReadCharacter[] = [];
  let before = BLANK;
  for (const [step, best] of classes.entries()) {
    const probability = probabilities[step]!;
    if (best !== BLANK && best !== before) characters.push({ character: alphabet[best - 1]!, step, last: step, probability });
    else if (best !== BLANK) {
      const same = characters.at(-1)!;
      same.last = step;
      if (probability > same.probability) same.probability = probability;
    }
    before = best;
  }
  return characters;
}
