import type { RereadLine } from '@percept/sdk/models';
import type { ReadCharacter } from '../ctc';
import { marksOfFirst } from './marks-of-first';
import { alignReadings, wordsOfPairs, asRead, type LetterChange, type Letters, surerBy } from './pairs';
import { measureOffset, type FirstReading, type Strip } from './second-reading';

const WORD = /[\p{L}\d'’]/u;

/**
 * The second reading, corrected where the first model reads better: some marks and signs, and digits and capitals that fit the
 * word.
 */
export function withLettersOfFirst(
  second: RereadLine,
  length: number,
  first: FirstReading,
  alphabet: readonly string[],
): RereadLine {
  const pairs = alignReadings(first.characters, second.characters);
  const strip = { steps: second.spaces.length, length };
  const instead = new Map<ReadCharacter, ReadCharacter | undefined>([
    ...wordsOfPairs(pairs, WORD).flatMap(lookAlikesOfFirst),
    ...(first.isMarked ? marksOfFirst(pairs) : []),
    ...signsOfFirst(pairs, alphabet),
  ]);
  const missing = missingSigns(pairs, alphabet).map((sign) => moved(sign, first.strip, strip));
  if (instead.size === 0 && missing.length === 0) return second;
  const kept = second.characters.flatMap((each) => (instead.has(each) ? (instead.get(each) ?? []) : each));
  return { ...second, characters: [...kept, ...missing].sort((a, b) => a.step - b.step) };
}

function moved(sign: ReadCharacter, from: Strip, to: Strip): ReadCharacter {
  const step = Math.floor((measureOffset(sign, from) / to.length + 0.5) * to.steps);
  const inside = Math.min(to.steps - 1, Math.max(0, step));
  return { ...sign, step: inside, last: inside };
}

const LETTER = /\p{L}/u;
const CAPITAL = /\p{Lu}/u;
const SMALL = /\p{Ll}/u;
const DIGIT = /\d/;
/** The letters that look like a digit. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { 0: 'OoQD', 1: 'lIi' };
const SIGN = /[^\p{L}\d]/u;

/** Changes digits in a word and letters in a number if the first model read them like their neighbours. */
function lookAlikesOfFirst(word: readonly Letters[]): LetterChange[] {
  const kinds = word.map(kindOfFirst);
  const others = word.flatMap(({ second }, index) => (kinds[index] || SIGN.test(second!.character) ? [] : [second!.character]));
  if (others.length === 0) return [];
  // `ARGl` is `ARG1`: a small letter does not fit between capitals.
  const isCapitals = others.length > 1 && others.every((letter) => CAPITAL.test(letter));
  return word.flatMap(({ first, second }, index): LetterChange[] => {
    const kind = kinds[index];
    if (!kind || !others.every((letter) => kind.test(letter)) || (isCapitals && SMALL.test(first!.character))) return [];
    return [[second!, asRead(first!, second!)]];
  });
}

/**
 * How the first model's character differs from the second's: a letter for a digit, a digit for a letter, or a capital for a small
 * letter.
 */
function kindOfFirst({ first, second }: Letters): RegExp | undefined {
  const [ours, theirs] = [first?.character ?? '', second!.character];
  if (ours === '' || ours === theirs) return undefined;
  if (CAPITAL.test(ours) && !CAPITAL.test(theirs) && isSameLetter(ours, theirs)) return CAPITAL;
  if (LOOK_ALIKES[theirs]?.includes(ours)) return LETTER;
  return LOOK_ALIKES[ours]?.includes(theirs) ? DIGIT : undefined;
}

/** Whether they are the capital and the small form of one letter, or `I` and `l`. */
const isSameLetter = (capital: string, small: string): boolean =>
  capital.toLowerCase() === small || (capital === 'I' && small === 'l');

/** The first model must be this sure of a sign that the second left out. */
const SURE = 0.9;
/** The limit for a sign that the second model does not know: that it left the sign out proves nothing. */
const SURE_OF_UNKNOWN = 0.55;
/** Signs at the ends of a line, where the second model leaves out those that stand apart. */
const END_SIGN = /^[.,:;!?()¡¿„"'%*#]$/;
const LAST_OF_ASCII = '\u007f';
/**
 * Curly quotation marks, which the second model often misreads. The first counts even if the second is surer by `SURER_OF_QUOTE`.
 */
const CURLY = /^[“”„]$/;
const STRAIGHT = /^[",]$/;
const SURER_OF_QUOTE = 3;
const FULL_STOP = '.';
const ELLIPSIS = '…';

/**
 * The signs of the first reading that replace those of the second: quotation marks, ellipses, and signs that the second model does
 * not know.
 */
function signsOfFirst(pairs: readonly Letters[], alphabet: readonly string[]): LetterChange[] {
  return pairs.flatMap(({ first, second }, index): LetterChange[] => {
    if (!first || !second || first.character === second.character) return [];
    const isQuote = CURLY.test(first.character) && STRAIGHT.test(second.character);
    if (isQuote && surerBy(first, second) >= -SURER_OF_QUOTE) return [[second, asRead(first, second)]];
    if (first.character === ELLIPSIS && first.probability >= SURE) return ellipsisInstead(first, pairs, index);
    return first.probability >= SURE && isUnknown(first, alphabet) ? [[second, asRead(first, second)]] : [];
  });
}

/** Tests for ASCII first: nearly all letters are ASCII, and the alphabet has thousands of entries. */
const isUnknown = ({ character }: ReadCharacter, alphabet: readonly string[]): boolean =>
  character > LAST_OF_ASCII && !alphabet.includes(character);

/** Restores an ellipsis that the second model read as one or two full stops. */
function ellipsisInstead(ellipsis: ReadCharacter, pairs: readonly Letters[], index: number): LetterChange[] {
  const isDot = (pair: Letters | undefined) => pair?.second?.character === FULL_STOP;
  const isExtra = (pair: Letters | undefined) => isDot(pair) && !pair!.first;
  let [from, to] = [index, index];
  while (isExtra(pairs[from - 1])) from--;
  while (isExtra(pairs[to + 1])) to++;
  const dots = pairs.slice(from, to + 1).map(({ second }) => second!);
  if (!isDot(pairs[index]) || dots.length > 2) return [];
  return dots.map((dot, at): LetterChange => [dot, at === 0 ? asRead(ellipsis, dot) : undefined]);
}

/** Signs that the second model left out: at the ends of the line, or unknown to it. */
function missingSigns(pairs: readonly Letters[], alphabet: readonly string[]): ReadCharacter[] {
  const from = pairs.findIndex(({ second }) => second);
  const to = pairs.findLastIndex(({ second }) => second);
  if (from < 0) return [];
  return pairs.flatMap(({ first, second }, index) => {
    if (second || !first || first.probability < SURE_OF_UNKNOWN) return [];
    const isAtEnd = first.probability >= SURE && (index < from || index > to) && END_SIGN.test(first.character);
    return isAtEnd || isUnknown(first, alphabet) ? [first] : [];
  });
}
