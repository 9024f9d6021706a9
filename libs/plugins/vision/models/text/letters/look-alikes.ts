import type { ReadCharacter, ReadLine, Steps } from '../ctc';
import { splitLineWords } from '../words';
import { likeliestCharacter } from './likeliest';

/** The letters that a digit may stand for. */
const LETTERS = new Map([
  ['0', 'Oo'],
  ['1', 'Ili'],
]);
const LETTER = /\p{L}/u;
/** A run of letters and digits. A number such as `0.00` or `0%` stays in one run. */
const RUN = /[\p{L}\d]+(?:[.,:]\d+)*%?/gu;
/** This many digits in a row are a number. */
const NUMBER = 3;
/** The letter may be this many times less likely than the digit: between letters, and at an end of the word. */
const [INSIDE, AT_END] = [50, 10];

/**
 * Replaces digits in words by letters: `GR0UND` becomes `GROUND`. A word with a digit that is surely right, such as `CS0441`, is a
 * code and stays.
 */
export function withoutDigitsInWords(line: ReadLine, steps: Steps, alphabet: readonly string[]): ReadLine {
  const instead = new Map<ReadCharacter, ReadCharacter>(
    splitLineWords(line).flatMap(({ characters }) => runsOf(characters).flatMap((run) => lettersFor(run, steps, alphabet))),
  );
  return instead.size === 0 ? line : { ...line, characters: line.characters.map((each) => instead.get(each) ?? each) };
}

function runsOf(characters: readonly ReadCharacter[]): ReadCharacter[][] {
  const text = characters.map(({ character }) => character).join('');
  return [...text.matchAll(RUN)].map(({ 0: run, index }) => characters.slice(index, index + run.length));
}

/** Pairs each digit of a run with its letter; returns none if a digit is surely right. */
function lettersFor(run: readonly ReadCharacter[], steps: Steps, alphabet: readonly string[]): [ReadCharacter, ReadCharacter][] {
  const first = run.findIndex(({ character }) => LETTER.test(character));
  const last = run.findLastIndex(({ character }) => LETTER.test(character));
  if (first < 0 || digitsInARow(run) >= NUMBER) return [];
  const found: [ReadCharacter, ReadCharacter][] = [];
  for (const [index, digit] of run.entries()) {
    if (LETTER.test(digit.character)) continue;
    const letters = LETTERS.get(digit.character) ?? '';
    const letter = likeliestCharacter(digit, steps, alphabet, (character) => letters.includes(character));
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
