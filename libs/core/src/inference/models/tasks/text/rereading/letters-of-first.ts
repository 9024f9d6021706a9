import type { RereadLine } from '../../../runtime';
import type { ReadCharacter } from '../ctc';
import { ACCENTED, isOfSomeLanguage, strangeLetters } from '../letters/one-language';
import { aligned, type Pair } from './alignment';
import { placeOf, type FirstReading, type Strip } from './second-reading';

type Letters = Pair<ReadCharacter>;

/**
 * Letters with marks that the second model often reads without them, and others that it takes for two (`d'`, `AE`). Counted on 1,800
 * readings of lines in 18 languages that we rendered: of these it gets one in six wrong, the first model one in fourteen; of the
 * others the first gets more wrong.
 */
const LOST = new Set('åÅıÍíïÏřŘťŤďĎłŁąĄěĚčČżŻźŹůŮűŰæÆ');
/** The letter of the first reading counts if it is less likely by this much at most. */
const LESS_LIKELY = 0.3;
/** So sure the first model is of a sign that the second left out, or does not know. */
const SURE = 0.9;
/** Signs at the ends of a line: the second model leaves out those that stand apart. */
const SIGN = /^[.,:;!?()¡¿„"'%*#]$/;
const LETTER = /\p{L}/u;
const LAST_OF_ASCII = '\u007f';
const DIGIT = /\d/;
const WORD = /[\p{L}\d]/u;
/** Which letters a digit looks like. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { 0: 'OoQD', 1: 'lIi' };
/** Letters that Unicode does not take apart, and what is left of them without a mark. */
const BARE = new Map(['łl', 'ıi', 'øo', 'đd', 'æe'].map((pair) => [pair[0]!, pair[1]!]));

const baseOf = (character: string): string => {
  const plain = character.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return BARE.get(plain) ?? plain;
};

/** The second reading with what the first model reads better: some marks, signs at the ends, digits and letters that look alike. */
export function withLettersOfFirst(
  second: RereadLine,
  length: number,
  first: FirstReading,
  alphabet: readonly string[],
): RereadLine {
  const seen = (characters: readonly ReadCharacter[]) => characters.filter(({ character }) => character !== ' ');
  const pairs = aligned(seen(first.characters), seen(second.characters), (ours, theirs) => {
    if (ours.character === theirs.character) return 0;
    return baseOf(ours.character) === baseOf(theirs.character) ? 0.5 : 1;
  });
  const strip = { steps: second.spaces.length, length };
  const instead = new Map<ReadCharacter, ReadCharacter | undefined>([
    ...lookAlikes(pairs),
    ...(first.isMarked ? marksOf(pairs) : []),
  ]);
  // Next to all letters are of ASCII, and an alphabet of thousands is long.
  const isUnknown = ({ character, probability }: ReadCharacter): boolean =>
    probability >= SURE && character > LAST_OF_ASCII && !alphabet.includes(character);
  const missing = missingSigns(pairs, isUnknown).map((sign) => moved(sign, first.strip, strip));
  for (const { first: ours, second: theirs } of pairs)
    if (ours && theirs && isUnknown(ours)) instead.set(theirs, asRead(ours, theirs));
  if (instead.size === 0 && missing.length === 0) return second;
  const kept = second.characters.flatMap((each) => (instead.has(each) ? (instead.get(each) ?? []) : each));
  return { ...second, characters: [...kept, ...missing].sort((a, b) => a.step - b.step) };
}

/** What the one model read, where the other did. */
const asRead = ({ character, probability }: ReadCharacter, { step, last }: ReadCharacter): ReadCharacter => ({
  character,
  probability,
  step,
  last,
});

function moved(sign: ReadCharacter, from: Strip, to: Strip): ReadCharacter {
  const step = Math.floor((placeOf(sign, from) / to.length + 0.5) * to.steps);
  const inside = Math.min(to.steps - 1, Math.max(0, step));
  return { ...sign, step: inside, last: inside };
}

/** Marks that the second model lost. They count where the line then has no more letters that no one language has together. */
function marksOf(pairs: readonly Letters[]): [ReadCharacter, ReadCharacter | undefined][] {
  const changes = pairs.flatMap(({ first, second }, index): [ReadCharacter, ReadCharacter | undefined][] => {
    if (!first || !second || first.character === second.character || !ACCENTED.test(first.character)) return [];
    const isLost = LOST.has(first.character) || (ACCENTED.test(second.character) && !isOfSomeLanguage(second.character));
    if (!isLost || baseOf(first.character) !== baseOf(second.character)) return [];
    if (first.probability < second.probability - LESS_LIKELY) return [];
    // `d'` for `ď`, `AE` for `Æ`.
    const extra = [pairs[index - 1], pairs[index + 1]].flatMap((beside) => (beside && !beside.first ? [beside.second!] : []));
    const halves = extra.filter(({ character }) => /['’A]/.test(character));
    return [[second, asRead(first, second)], ...halves.map((half) => [half, undefined] as [ReadCharacter, undefined])];
  });
  const letters = pairs.flatMap(({ second }) => second ?? []);
  const instead = new Map(changes);
  const changed = letters.map((each) => instead.get(each) ?? each);
  return strangeLetters(changed) > strangeLetters(letters) ? [] : changes;
}

/** Signs at the ends of the line, and signs that the second model does not know, where it read nothing. */
function missingSigns(pairs: readonly Letters[], isUnknown: (character: ReadCharacter) => boolean): ReadCharacter[] {
  const from = pairs.findIndex(({ second }) => second);
  const to = pairs.findLastIndex(({ second }) => second);
  if (from < 0) return [];
  return pairs.flatMap(({ first, second }, index) => {
    if (second || !first || first.probability < SURE) return [];
    const isAtEnd = (index < from || index > to) && SIGN.test(first.character);
    return isAtEnd || isUnknown(first) ? [first] : [];
  });
}

/** Digits in a word, and letters in a number, where the first model read a letter, or a digit, like its neighbours. */
function lookAlikes(pairs: readonly Letters[]): [ReadCharacter, ReadCharacter][] {
  return runsOf(pairs).flatMap((run) => {
    const kinds = run.map(kindOfFirst);
    const others = run.filter((_, index) => !kinds[index]);
    return run.flatMap(({ first, second }, index): [ReadCharacter, ReadCharacter][] => {
      const kind = kinds[index];
      const fits = kind && others.length > 0 && others.every((other) => kind.test(other.second!.character));
      return fits ? [[second!, asRead(first!, second!)]] : [];
    });
  });
}

/** What the first model read where the second took a letter for a digit, or a digit for a letter. */
function kindOfFirst({ first, second }: Letters): RegExp | undefined {
  const [ours, theirs] = [first?.character ?? '', second!.character];
  if (LOOK_ALIKES[theirs]?.includes(ours)) return ours === '' ? undefined : LETTER;
  return LOOK_ALIKES[ours]?.includes(theirs) ? DIGIT : undefined;
}

/** Letters and digits in a row, as the second model read them. */
function runsOf(pairs: readonly Letters[]): Letters[][] {
  const runs: Letters[][] = [[]];
  for (const pair of pairs) {
    if (pair.second && WORD.test(pair.second.character)) runs.at(-1)!.push(pair);
    else if (pair.second) runs.push([]);
  }
  return runs;
}
