import type { ReadCharacter } from '../ctc';
import { bare } from '../letters/common-words';

/** A letter as both models read it. */
export interface Letters extends Pair<ReadCharacter> {
  /** Whether the second model read a space before it. */
  begins: boolean;
}

/** A letter of the second reading, and what replaces it: a letter of the first, or nothing. */
export type LetterChange = readonly [instead: ReadCharacter, of: ReadCharacter | undefined];

const SPACE = ' ';

/** Aligns the letters of both readings, without spaces. */
export function alignReadings(first: readonly ReadCharacter[], second: readonly ReadCharacter[]): Letters[] {
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

/** The aligned parts of two texts. A part is undefined where only the other text has something. */
interface Pair<T> {
  first?: T;
  second?: T;
}

/** The cost of a letter that the other text lacks. */
const ALONE = 1;

/** Aligns two texts at the lowest total cost. `cost` returns the cost of a pair, 0 for equal items. */
function aligned<T>(first: readonly T[], second: readonly T[], cost: (first: T, second: T) => number): Pair<T>[] {
  const width = second.length + 1;
  const least = new Float32Array((first.length + 1) * width);
  const at = (row: number, column: number): number => least[row * width + column]!;
  for (let row = 0; row <= first.length; row++)
    for (let column = 0; column <= second.length; column++) {
      if (row === 0 || column === 0) least[row * width + column] = ALONE * (row + column);
      else {
        const together = at(row - 1, column - 1) + cost(first[row - 1]!, second[column - 1]!);
        least[row * width + column] = Math.min(together, at(row - 1, column) + ALONE, at(row, column - 1) + ALONE);
      }
    }
  const pairs: Pair<T>[] = [];
  let [row, column] = [first.length, second.length];
  while (row > 0 || column > 0) {
    const here = at(row, column);
    // Costs are multiples of a half, so the sums are exact.
    if (row > 0 && column > 0 && here === at(row - 1, column - 1) + cost(first[row - 1]!, second[column - 1]!))
      pairs.push({ first: first[--row]!, second: second[--column]! });
    else if (column > 0 && here === at(row, column - 1) + ALONE) pairs.push({ second: second[--column]! });
    else pairs.push({ first: first[--row]! });
  }
  return pairs.reverse();
}
