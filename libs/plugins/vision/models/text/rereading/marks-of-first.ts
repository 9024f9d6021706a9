import type { ReadCharacter } from '../ctc';
import { ALPHABETS } from '../letters/alphabets';
import { ACCENTED, isOfSomeLanguage } from '../letters/one-language';
import { chooseVocabulary } from '../letters/vocabulary';
import { asRead, isSameButMarks, surerBy, wordsOfPairs, type LetterChange, type Letters } from './pairs';

/*
 * Where the models read other marks on one letter. Counted on 1,249 differences in 2,660 lines in 19 languages, rendered clean and
 * poor: where only the first has a mark, it is right 55 times in 60 from this difference of log odds on, and once in 24 below it.
 */
const LOST = -1;
/** Where both models read marks, the second is right 168 times in 182. For these letters the surer model counts. */
const OFTEN_MISTAKEN = new Set('åÅűŰůŮżŻłŁ');
/** From this difference of log odds on, a mark of the first model counts against any letter of the second (`ł`, `t`). */
const MUCH_SURER = 6;
/** Otherwise a mark counts for its language only from this difference on. */
const SURER = 2;
/** Letters with a mark like an apostrophe behind them, which the second model often reads as an apostrophe. */
const WITH_APOSTROPHE = /^[ďťľĽ]$/;
const APOSTROPHE = /^['’]$/;
/** A common word counts although its letter is less likely, up to this difference. */
const COMMON_WORD = 5;
const LETTER = /\p{L}/u;
const CAPITAL = /\p{Lu}/u;

interface Candidate {
  ours: ReadCharacter;
  theirs: ReadCharacter;
  isPreferred: boolean;
  /** Whether the first model is surer. */
  isSurer: boolean;
  /** The characters that the second model read for this one letter: `d'` for `ď`, `AE` for `Æ`. */
  halves: readonly ReadCharacter[];
}

/**
 * The marks of the first reading that count. They make common words, or the second model often loses them, and they fit one
 * language.
 */
export function marksOfFirst(pairs: readonly Letters[]): LetterChange[] {
  const candidates = pairs.flatMap((pair, index) => candidatesOf(pair, [pairs[index - 1], pairs[index + 1]]));
  if (candidates.length === 0) return [];
  const letters = pairs.flatMap(({ second }) => second ?? []);
  const chosen = ofOneLanguage(candidates, letters);
  const halves = new Set(candidates.flatMap((each) => each.halves));
  const whole = pairs.filter(({ second }) => !second || !halves.has(second));
  const ofWords = byWords(candidates, chosen, whole);
  return candidates
    .filter(({ theirs }) => ofWords.get(theirs) ?? chosen.has(theirs))
    .flatMap(({ ours, theirs, halves: extra }): LetterChange[] => [
      [theirs, asRead(ours, theirs)],
      ...extra.map((half): LetterChange => [half, undefined]),
    ]);
}

function candidatesOf({ first: ours, second: theirs }: Letters, [before, after]: (Letters | undefined)[]): Candidate[] {
  if (!ours || !theirs || ours.character === theirs.character || !ACCENTED.test(ours.character)) return [];
  const surer = surerBy(ours, theirs);
  const isSame = isSameButMarks(ours, theirs) && CAPITAL.test(ours.character) === CAPITAL.test(theirs.character);
  if (!isSame && surer < MUCH_SURER) return [];
  const halves = [
    ...(before?.second?.character === 'A' && !before.first ? [before.second] : []),
    ...(WITH_APOSTROPHE.test(ours.character) && APOSTROPHE.test(after?.second?.character ?? '') ? [after!.second!] : []),
  ];
  const isPreferred = !isSame || halves.length > 0 || isLikelier(ours, theirs, surer);
  return [{ ours, theirs, isPreferred, isSurer: surer >= SURER, halves }];
}

function isLikelier(ours: ReadCharacter, theirs: ReadCharacter, surer: number): boolean {
  if (!ACCENTED.test(theirs.character)) return surer >= LOST;
  return !isOfSomeLanguage(theirs.character) || (OFTEN_MISTAKEN.has(ours.character) && surer >= 0);
}

/** Chooses the letters of the second reading to change, so that the fewest letters of the line are foreign to its language. */
function ofOneLanguage(candidates: readonly Candidate[], letters: readonly ReadCharacter[]): Set<ReadCharacter> {
  const accented = letters.filter(({ character }) => ACCENTED.test(character));
  const choices = [...ALPHABETS.values()].map((alphabet) => {
    const isStrange = (letter: ReadCharacter) => ACCENTED.test(letter.character) && !alphabet.has(letter.character);
    const chosen = candidates.filter(
      ({ ours, theirs, isPreferred, isSurer }) => !isStrange(ours) && (isPreferred || (isSurer && isStrange(theirs))),
    );
    const changed = new Set(chosen.map(({ theirs }) => theirs));
    const strange = accented.filter((letter) => !changed.has(letter) && isStrange(letter)).length;
    const against = candidates.filter(({ theirs, isPreferred }) => changed.has(theirs) !== isPreferred).length;
    return { changed, strange, against };
  });
  return choices.reduce((best, each) => ((each.strange - best.strange || each.against - best.against) < 0 ? each : best)).changed;
}

/**
 * Whether each letter changes, by the words it makes. A letter is left out if both readings make a common word, or neither does.
 */
function byWords(
  candidates: readonly Candidate[],
  chosen: ReadonlySet<ReadCharacter>,
  pairs: readonly Letters[],
): Map<ReadCharacter, boolean> {
  const byTheirs = new Map(candidates.map((each) => [each.theirs, each]));
  const words = wordsOfPairs(pairs, LETTER).map((word) => word.map(({ second }) => second!));
  const textOf = (word: readonly ReadCharacter[], isOurs: (theirs: ReadCharacter) => boolean): string =>
    word.map((each) => (byTheirs.has(each) && isOurs(each) ? byTheirs.get(each)!.ours : each).character).join('');
  const language = chooseVocabulary(words.map((word) => textOf(word, (each) => chosen.has(each))));
  return new Map(
    words.flatMap((word) =>
      word.flatMap((letter): [ReadCharacter, boolean][] => {
        const candidate = byTheirs.get(letter);
        if (!candidate) return [];
        const isCommon = (isOurs: boolean) =>
          language.isCommon(textOf(word, (each) => (each === letter ? isOurs : chosen.has(each))));
        if (isCommon(true) === isCommon(false)) return [];
        const isOurs = isCommon(true);
        const surer = surerBy(candidate.ours, letter);
        return (isOurs ? surer : -surer) >= -COMMON_WORD ? [[letter, isOurs]] : [];
      }),
    ),
  );
}
