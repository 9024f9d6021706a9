import type { ReadCharacter } from '../ctc';
import { asRead, surerBy, type Change, type Letters } from './pairs';

/** The first model must be this sure of a sign that the second left out. */
const SURE = 0.9;
/** The limit for a sign that the second model does not know: that it left the sign out proves nothing. */
const SURE_OF_UNKNOWN = 0.55;
/** Signs at the ends of a line, where the second model leaves out those that stand apart. */
const SIGN = /^[.,:;!?()¡¿„"'%*#]$/;
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
export function signsOfFirst(pairs: readonly Letters[], alphabet: readonly string[]): Change[] {
  return pairs.flatMap(({ first, second }, index): Change[] => {
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
function ellipsisInstead(ellipsis: ReadCharacter, pairs: readonly Letters[], index: number): Change[] {
  const isDot = (pair: Letters | undefined) => pair?.second?.character === FULL_STOP;
  const isExtra = (pair: Letters | undefined) => isDot(pair) && !pair!.first;
  let [from, to] = [index, index];
  while (isExtra(pairs[from - 1])) from--;
  while (isExtra(pairs[to + 1])) to++;
  const dots = pairs.slice(from, to + 1).map(({ second }) => second!);
  if (!isDot(pairs[index]) || dots.length > 2) return [];
  return dots.map((dot, at): Change => [dot, at === 0 ? asRead(ellipsis, dot) : undefined]);
}

/** Signs that the second model left out: at the ends of the line, or unknown to it. */
export function missingSigns(pairs: readonly Letters[], alphabet: readonly string[]): ReadCharacter[] {
  const from = pairs.findIndex(({ second }) => second);
  const to = pairs.findLastIndex(({ second }) => second);
  if (from < 0) return [];
  return pairs.flatMap(({ first, second }, index) => {
    if (second || !first || first.probability < SURE_OF_UNKNOWN) return [];
    const isAtEnd = first.probability >= SURE && (index < from || index > to) && SIGN.test(first.character);
    return isAtEnd || isUnknown(first, alphabet) ? [first] : [];
  });
}
