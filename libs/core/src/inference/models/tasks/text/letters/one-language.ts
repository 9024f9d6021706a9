import type { ReadCharacter, ReadLine, Steps } from '../ctc';
import { ALPHABETS } from './alphabets';

const LETTER = /\p{L}/u;
/** Letters of other scripts, and signs such as `º`, belong to no alphabet here and stay. */
const ACCENTED = /(?!\p{ASCII})(?=\p{Script=Latin})[\p{Ll}\p{Lu}]/u;
const ASCII = /\p{ASCII}/u;
/** The letter of the one language may be this many times less likely than what was read: a name of another language stays. */
const LESS_LIKELY = 10;

/**
 * The line with the letters of one language: no language has both `å` and `á`, which look alike in bad print. Unchanged where one
 * language has all its letters, or where each language would change a letter that was surely read.
 */
export function inOneLanguage(line: ReadLine, steps: Steps, characters: readonly string[]): ReadLine {
  const accented = line.characters.filter(({ character }) => ACCENTED.test(character));
  if (accented.length === 0) return line;
  let best: { cost: number; instead: Map<ReadCharacter, ReadCharacter> } | undefined;
  for (const alphabet of ALPHABETS) {
    const strange = accented.filter(({ character }) => !alphabet.has(character));
    if (strange.length === 0) return line;
    const instead = new Map(strange.map((each) => [each, likeliest(each, steps, characters, alphabet)]));
    const ratios = [...instead].map(([read, other]) => read.probability / other.probability);
    const cost = ratios.reduce((product, ratio) => product * ratio, 1);
    if (Math.max(...ratios) <= LESS_LIKELY && cost < (best?.cost ?? Infinity)) best = { cost, instead };
  }
  if (!best) return line;
  const { instead } = best;
  return { ...line, characters: line.characters.map((each) => instead.get(each) ?? each) };
}

/** The likeliest letter of the alphabet, or of ASCII, at the steps of a character. */
function likeliest(
  read: ReadCharacter,
  { values, classes }: Steps,
  characters: readonly string[],
  alphabet: ReadonlySet<string>,
): ReadCharacter {
  let best: ReadCharacter = { ...read, probability: 0 };
  for (let step = read.step; step <= read.last; step++)
    for (const [index, character] of characters.entries()) {
      const probability = values[step * classes + index + 1]!;
      if (probability > best.probability && LETTER.test(character) && (ASCII.test(character) || alphabet.has(character)))
        best = { ...best, character, probability };
    }
  return best;
}
