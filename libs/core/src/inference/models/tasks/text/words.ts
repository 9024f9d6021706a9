import type { ReadCharacter, ReadLine } from './ctc';
import { beginsOfWords } from './spaces';

/** A word of a line, as it was read. */
export interface ReadWord {
  text: string;
  /** From its beginning on, at least one. */
  characters: ReadCharacter[];
}

const SPACE = ' ';
const LETTER = /\p{L}/u;

/** The words of a line, in the form that search and comparison expect (NFKC: `￡` is `£`). */
export function wordsOf(line: ReadLine): ReadWord[] {
  const seen = line.characters.filter(({ character }) => character !== SPACE);
  const begins = beginsOfWords(seen, line);
  const words: ReadCharacter[][] = [];
  for (const [index, each] of seen.entries()) {
    if (begins[index]) words.push([each]);
    else words.at(-1)!.push(each);
  }
  return words.map((word) => ({ text: textOf(word), characters: word }));
}

export const textOf = (characters: readonly ReadCharacter[]): string =>
  characters
    .map(({ character }) => character)
    .join('')
    .normalize('NFKC');

/** The letters of a word that stand together, without digits and signs. */
export function letterRuns(word: ReadWord): ReadCharacter[][] {
  const runs: ReadCharacter[][] = [[]];
  for (const each of word.characters) {
    if (LETTER.test(each.character)) runs.at(-1)!.push(each);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}
