import type { ReadCharacter, Steps } from '../ctc';

/** Picks the likeliest of the possible characters, to replace `read`. Its probability is 0 if the model saw none of them. */
export function likeliestCharacter(
  read: ReadCharacter,
  { values, classes }: Steps,
  characters: readonly string[],
  isPossible: (character: string, index: number) => boolean,
): ReadCharacter {
  let best: ReadCharacter = { ...read, probability: 0 };
  for (let step = read.step; step <= read.last; step++)
    for (const [index, character] of characters.entries()) {
      const probability = values[step * classes + index + 1]!;
      if (probability > best.probability && isPossible(character, index)) best = { ...best, character, probability };
    }
  return best;
}
