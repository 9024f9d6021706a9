import type { ReadCharacter, ReadLine, Steps } from '../ctc';
import { wordsOf } from '../words';
import { likeliest } from './likeliest';

/** The letters that a digit may be. */
const LETTERS = new Map([
  ['0', 'Oo'],
  ['1', 'Ili'],
]);
const LETTER = /\p{L}/u;
/** Letters and digits in a row. A number such as `0.00` or `0%` is not torn apart. */
const RUN = /[\p{L}\d]+(?:[.,:]\d+)*%?/gu;
/** A row of this many digits is a number. */
const NUMBER = 3;
/** How many times less likely than the digit the letter may be: between letters, and at an end of the word. */
const [INSIDE, AT_END] = [50, 10];

/**
 * The line with letters for digits that were read in a word: `GR0UND` is `GROUND`. Where one digit of a word is surely a digit,
 * as in `CS0441`, it is a code and stays as it is.
 */
export function withoutDigitsInWords(line: ReadLine, steps: Steps, alphabet: readonly string[]): ReadLine {
  const instead = new Map<ReadCharacter, ReadCharacter>(
    wordsOf(line).flatMap(({ characters }) => runsOf(characters).flatMap((run) => lettersFor(run, steps, alphabet))),
  );
  return instead.size === 0 ? line : { ...line, characters: line.characters.map((each) => instead.get(each) ?? each) };
}

function runsOf(characters: readonly ReadCharacter[]): ReadCharacter[][] {
  const text = characters.map(({ character }) => character).join('');
  return [...text.matchAll(RUN)].map(({ 0: run, index }) => characters.slice(index, index + run.length));
}

/** Each digit of a run with its letter; nothing if one of them is surely a digit. */
function lettersFor(run: readonly ReadCharacter[], steps: Steps, alphabet: readonly string[]): [ReadCharacter, ReadCharacter][] {
  const first = run.findIndex(({ character }) => LETTER.test(character));
  const last = run.findLastIndex(({ character }) => LETTER.test(character));
  if (first < 0 || digitsInARow(run) >= NUMBER) return [];
  const found: [ReadCharacter, ReadCharacter][] = [];
  for (const [index, digit] of run.entries()) {
    if (LETTER.test(digit.character)) continue;
    const letters = LETTERS.get(digit.character) ?? '';
    const letter = likeliest(digit, steps, alphabet, (character) => letters.includes(character));
    const lessLikely = first < index && index < last ? INSIDE : AT_END;
    if (letter.probability * lessLikely < digit.probability) return [];
    found.push([digit, letter]);
  }
  return found;
}

function digitsInARow(run: readonly ReadCharacter[]): number {
  const text = run.map(({ character }) => character).join('');
  return Math.max(0, ...(text.match(/\d+/gu) ?? []).map(({ length }) => length));
}
