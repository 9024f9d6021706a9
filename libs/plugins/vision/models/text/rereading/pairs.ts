import type { ReadCharacter } from '../ctc';
import { bare } from '../letters/common-words';
import { aligned, type Pair } from './alignment';

/** A letter as both models read it. */
export interface Letters extends Pair<ReadCharacter> {
  /** Whether the second model read a space before it. */
  begins: boolean;
}

/** A letter of the second reading, and what replaces it: a letter of the first, or nothing. */
export type Change = readonly [instead: ReadCharacter, of: ReadCharacter | undefined];

const SPACE = ' ';

/** Aligns the letters of both readings, without spaces. */
export function pairsOf(first: readonly ReadCharacter[], second: readonly ReadCharacter[]): Letters[] {
  const seen = (characters: readonly ReadCharacter[]) => characters.filter(({ character }) => character !== SPACE);
  const begins = new Set(second.filter((_, index) => second[index - 1]?.character === SPACE));
  const pairs = aligned(seen(first), seen(second), (ours, theirs) => {
    if (ours.character === theirs.character) return 0;
    return isSameButMarks(ours, theirs) ? 0.5 : 1;
  });
  return pairs.map((pair) => ({ ...pair, begins: pair.second !== undefined && begins.has(pair.second) }));
}

/** `Æ` goes with the `E` of `AE`. */
const baseOf = (letter: string): string => bare(letter).replace('æ', 'e');

export const isSameButMarks = (ours: ReadCharacter, theirs: ReadCharacter): boolean =>
  baseOf(ours.character) === baseOf(theirs.character);

/** Groups the letters by the words that the second model read. @param ofWord matches a character of a word. */
export function wordsOfPairs(pairs: readonly Letters[], ofWord: RegExp): Letters[][] {
  const words: Letters[][] = [[]];
  for (const pair of pairs) {
    if (!pair.second) continue;
    const isOfWord = ofWord.test(pair.second.character);
    if (isOfWord && !pair.begins) words.at(-1)!.push(pair);
    else words.push(isOfWord ? [pair] : []);
  }
  return words.filter((word) => word.length > 0);
}

/** One model's character with the place of the other model's. */
export const asRead = ({ character, probability }: ReadCharacter, { step, last }: ReadCharacter): ReadCharacter => ({
  character,
  probability,
  step,
  last,
});

const SURE = 1 - 1e-4;
const logOdds = ({ probability }: ReadCharacter): number => {
  const inside = Math.min(SURE, Math.max(1 - SURE, probability));
  return Math.log(inside / (1 - inside));
};

/** How much surer the first is than the second: the difference of their log odds. */
export const surerBy = (ours: ReadCharacter, theirs: ReadCharacter): number => logOdds(ours) - logOdds(theirs);
