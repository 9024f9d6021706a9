import type { ReadCharacter, Steps } from '../ctc';

/** The most likely of some characters at the steps at which one was read; a probability of 0 if there is none. */
export function likeliest(
  read: ReadCharacter,
  { values, classes }: Steps,
  characters: readonly string[],
  isPossible: (character: string) => boolean,
): ReadCharacter {
  let best: ReadCharacter = { ...read, probability: 0 };
  for (let step = read.step; step <= read.last; step++)
    for (const [index, character] of characters.entries()) {
      const probability = values[step * classes + index + 1]!;
      if (probability > best.probability && isPossible(character)) best = { ...best, character, probability };
    }
  return best;
}
