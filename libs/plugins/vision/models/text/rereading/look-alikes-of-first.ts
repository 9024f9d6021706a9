import { asRead, type Change, type Letters } from './pairs';

const LETTER = /\p{L}/u;
const CAPITAL = /\p{Lu}/u;
const SMALL = /\p{Ll}/u;
const DIGIT = /\d/;
/** The letters that look like a digit. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { 0: 'OoQD', 1: 'lIi' };

const SIGN = /[^\p{L}\d]/u;

/** Changes digits in a word and letters in a number if the first model read them like their neighbours. */
export function lookAlikesOfFirst(word: readonly Letters[]): Change[] {
  const kinds = word.map(kindOfFirst);
  const others = word.flatMap(({ second }, index) => (kinds[index] || SIGN.test(second!.character) ? [] : [second!.character]));
  if (others.length === 0) return [];
  // `ARGl` is `ARG1`: a small letter does not fit between capitals.
  const isCapitals = others.length > 1 && others.every((letter) => CAPITAL.test(letter));
  return word.flatMap(({ first, second }, index): Change[] => {
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
