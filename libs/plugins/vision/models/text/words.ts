import type { ReadCharacter, ReadLine } from './ctc';
import { isOneForm, MAX_PARTS } from './forms';
import { vocabularies } from './letters/vocabulary';
import { oddsOfSpaces } from './spaces';

/** A word of a line, as it was read. */
export interface ReadWord {
  text: string;
  /** From the beginning of the word; at least one. */
  characters: ReadCharacter[];
}

/** A piece of a line between two places where a space may be. */
interface LinePart {
  /** The log odds of a space before it. */
  odds: number;
  characters: ReadCharacter[];
}

const SPACE = ' ';
const LETTER = /\p{L}/u;

/** Words stay apart if a space has at least these odds. All of 30 torn words in rendered lines and receipts had less. */
const SURELY_APART = 6;

/** The words of a line. */
export function splitLineWords(line: ReadLine): ReadWord[] {
  const seen = line.characters.filter(({ character }) => character !== SPACE);
  const odds = oddsOfSpaces(seen, line);
  const words: LinePart[] = [];
  for (const [index, each] of seen.entries()) {
    if (odds[index]! >= 0) words.push({ odds: odds[index]!, characters: [each] });
    else words.at(-1)!.characters.push(each);
  }
  const whole: LinePart[] = [];
  for (const word of joinedForms(words)) {
    const before = whole.at(-1);
    if (before && word.odds < SURELY_APART && isTorn(before.characters, word.characters))
      before.characters.push(...word.characters);
    else whole.push(word);
  }
  return whole.map(({ characters }) => ({ text: joinCharacters(characters), characters }));
}

/** Joins parts whose form shows that they are one address, number, date or code. */
export function joinedForms(parts: readonly LinePart[]): LinePart[] {
  const words: LinePart[] = [];
  for (let at = 0; at < parts.length;) {
    let count = 1;
    for (let more = 2; more <= MAX_PARTS && (parts[at + more - 1]?.odds ?? Infinity) < SURELY_APART; more++)
      if (isOneForm(parts.slice(at, at + more).map(({ characters }) => joinCharacters(characters)))) count = more;
    words.push({ odds: parts[at]!.odds, characters: parts.slice(at, at + count).flatMap(({ characters }) => characters) });
    at += count;
  }
  return words;
}

/** Whether two words together are one common word, such as `Univer` and `sity`, and are not both common themselves. */
function isTorn(before: readonly ReadCharacter[], after: readonly ReadCharacter[]): boolean {
  const [end] = /\p{L}+$/u.exec(joinCharacters(before)) ?? [];
  const [start] = /^\p{L}+/u.exec(joinCharacters(after)) ?? [];
  return end !== undefined && start !== undefined && isCommon(end + start) && !(isCommon(end) && isCommon(start));
}

const isCommon = (word: string): boolean => vocabularies().some((vocabulary) => vocabulary.isCommon(word));

/** Wide and half-wide forms, and ligatures: other characters in a different shape. */
const SHAPES = /[\uFF01-\uFFEE\uFB00-\uFB06\u2103\u2109]/g;

/** The text in the form that search and comparison expect: `￡` is `£`. Signs such as `½` and `²` stay. */
export const joinCharacters = (characters: readonly ReadCharacter[]): string =>
  characters
    .map(({ character }) => character)
    .join('')
    .replace(SHAPES, (shape) => shape.normalize('NFKC'))
    .normalize('NFC');

/** The runs of letters in a word, without digits and signs. */
export function letterRuns(word: ReadWord): ReadCharacter[][] {
  const runs: ReadCharacter[][] = [[]];
  for (const each of word.characters) {
    if (LETTER.test(each.character)) runs.at(-1)!.push(each);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}
