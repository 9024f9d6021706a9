import type { ReadCharacter, ReadLine, Steps } from '../ctc';
import { ALPHABETS } from './alphabets';
import { likeliestCharacter } from './likeliest';

const LETTER = /\p{L}/u;
/** Accented Latin letters. Letters of other scripts, and signs such as `º`, belong to no alphabet here and stay. */
export const ACCENTED = /(?!\p{ASCII})(?=\p{Script=Latin})[\p{Ll}\p{Lu}]/u;
const ASCII = /\p{ASCII}/u;
/** Whether one language has all of these letters. */
export const isOfOneLanguage = (letters: readonly ReadCharacter[]): boolean =>
  [...ALPHABETS.values()].some((alphabet) => letters.every(({ character }) => alphabet.has(character)));

/** Whether one of the languages has this letter. */
export const isOfSomeLanguage = (letter: string): boolean => [...ALPHABETS.values()].some((alphabet) => alphabet.has(letter));

/** A replacement may be this many times less likely than the letter that was read, so that a name of another language stays. */
const LESS_LIKELY = 10;

/**
 * Changes a line's letters to those of one language: no language has both `å` and `á`, which look alike in bad print. The line
 * stays as it is if one language has all its letters, or if each language would change a letter that was surely read.
 */
export function inOneLanguage(line: ReadLine, steps: Steps, characters: readonly string[]): ReadLine {
  const accented = line.characters.filter(({ character }) => ACCENTED.test(character));
  if (accented.length === 0) return line;
  let best: { cost: number; instead: Map<ReadCharacter, ReadCharacter> } | undefined;
  for (const alphabet of ALPHABETS.values()) {
    const strange = accented.filter(({ character }) => !alphabet.has(character));
    if (strange.length === 0) return line;
    const isOfLanguage = (letter: string) => LETTER.test(letter) && (ASCII.test(letter) || alphabet.has(letter));
    const instead = new Map(strange.map((each) => [each, likeliestCharacter(each, steps, characters, isOfLanguage)]));
    const ratios = [...instead].map(([read, other]) => read.probability / other.probability);
    const cost = ratios.reduce((product, ratio) => product * ratio, 1);
    if (Math.max(...ratios) <= LESS_LIKELY && cost < (best?.cost ?? Infinity)) best = { cost, instead };
  }
  if (!best) return line;
  const { instead } = best;
  return { ...line, characters: line.characters.map((each) => instead.get(each) ?? each) };
}
