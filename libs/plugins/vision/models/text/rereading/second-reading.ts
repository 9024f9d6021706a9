import type { RereadLine, TextRegion } from '@percept/sdk/models';
import { meanProbability, shareRead, computeLineConfidence } from '../confidence';
import type { ReadCharacter } from '../ctc';
import { joinedForms, joinCharacters, type ReadWord } from '../words';

/** The strip on which a line was read. It has the same middle as the line's region. */
export interface Strip {
  steps: number;
  /** Pixels. */
  length: number;
}

/** The first model's reading of a line. */
export interface FirstReading {
  characters: readonly ReadCharacter[];
  words: readonly ReadWord[];
  strip: Strip;
  /** Number of signs that were read as nothing. */
  unread: number;
  /** Whether it surely has letters that plain English lacks. */
  isMarked: boolean;
}

/**
 * The second reading needs at least this share of the first one's letters. The first model knows fewer scripts, but leaves no
 * letter out.
 */
const LETTERS = 0.6;
/** Its mean probability may be lower than the first one's by this. */
const LESS_SURE = 0.02;
/**
 * The second model must be this sure of letters where the first read none: most are the edge of a letter, or the shape of a thing.
 */
const SURE = 0.9;
/** A space of the first reading counts if the second model gives it this probability: the second leaves out spaces beside signs. */
const MAY_BE_SPACE = 0.03;
const SPACE = ' ';

const withoutSpaces = (characters: readonly ReadCharacter[]) => characters.filter(({ character }) => character !== SPACE);

/** Whether the second reading counts: it is about as long and as sure, or reads Chinese or Japanese where the first saw only strokes. */
export function isBetter(second: RereadLine, first: FirstReading): boolean {
  const [ours, theirs] = [withoutSpaces(first.characters), withoutSpaces(second.characters)];
  if (theirs.length === 0) return false;
  if (hasAsian(theirs) && !isSurelyAsian(theirs)) return false;
  if (first.unread > 0 && hasAsian(theirs)) return true;
  if (ours.length === 0) return first.unread > 0 && meanProbability(theirs) >= SURE;
  const ourSureness = meanProbability(ours) * shareRead(ours, first.unread);
  return theirs.length >= LETTERS * ours.length && meanProbability(theirs) >= ourSureness - LESS_SURE;
}

/**
 * Signs that the first model often misreads: small digits, fractions, and signs beyond ASCII. It knows quotation marks, dashes, `°`
 * and `€` well; a date is not taken for a fraction. It lacks `Ω` and reads it as `Q` behind a number.
 */
const RARE = /(?!\p{ASCII})[^\p{L}“”‘’–—…•€£©°«»„]|[łŁΩ]|\d ?[kMGm]?Q\b|\p{Ll}[23]\b|(?<![\d/])\d{1,2}\/\d(?![\d/])/gu;

/** The signs in a reading that are often misread. */
export const rareSigns = (parts: readonly { characters: readonly ReadCharacter[] }[]): string[] =>
  parts
    .map(({ characters }) => joinCharacters(characters))
    .join(' ')
    .match(RARE) ?? [];

/** Whether the second reading has other signs, and not fewer. If a line is sure, its letters and spaces are right. */
export function hasOtherSigns(second: RereadLine, first: FirstReading): boolean {
  const [ours, theirs] = [rareSigns(first.words), rareSigns([second])];
  return theirs.length >= ours.length && theirs.join() !== ours.join();
}

/** Whether the second model, which knows many scripts, sees nearly no letters where the first one reads some. */
export const isOfNoKnownScript = (second: RereadLine, first: FirstReading): boolean =>
  withoutSpaces(second.characters).length < LETTERS * withoutSpaces(first.characters).length;

/** The words of the second reading. It is split at its own spaces, and at those of the first reading that it considers possible. */
export function wordsOfSecond(second: RereadLine, strip: Strip, first: FirstReading): ReadWord[] {
  const gaps = gapsOf(first);
  const at = (character: ReadCharacter): number => measureOffset(character, strip);
  const words: { odds: number; characters: ReadCharacter[] }[] = [];
  let ownSpace = 0;
  let before: ReadCharacter | undefined;
  for (const each of second.characters) {
    if (each.character === SPACE) {
      ownSpace = each.probability;
      continue;
    }
    const possible = before ? Math.max(...second.spaces.subarray(before.last, each.step + 1)) : 1;
    const [from, to] = [before ? at(before) : -Infinity, at(each)];
    // In Chinese and Japanese the first model sees only strokes, without gaps.
    const isGap = [before, each].some((beside) => beside && isAsian(beside)) || gaps.some((gap) => gap > from && gap < to);
    const isSpace = ownSpace > 0 || (possible >= MAY_BE_SPACE && isGap);
    if (!before || isSpace) words.push({ odds: logit(Math.max(possible, ownSpace)), characters: [each] });
    else words.at(-1)!.characters.push(each);
    [before, ownSpace] = [each, 0];
  }
  return joinedForms(words).map(({ characters }) => ({ text: joinCharacters(characters), characters }));
}

/** The middles of the first reading's spaces, in pixels from the middle of the line. */
const gapsOf = ({ words, strip }: FirstReading): number[] =>
  words.slice(1).map(({ characters }, index) => {
    const last = words[index]!.characters.at(-1)!;
    return (measureOffset(last, strip) + measureOffset(characters[0]!, strip)) / 2;
  });

/** A character's distance from the middle of the line in pixels. */
export const measureOffset = ({ step, last }: ReadCharacter, { steps, length }: Strip): number =>
  ((step + last + 1) / 2 / steps - 0.5) * length;

function logit(probability: number): number {
  const inside = Math.min(1 - 1e-5, Math.max(1e-5, probability));
  return Math.log(inside / (1 - inside));
}

/**
 * Margin around the print of a line, in pixels of the image. A share of the height would not suit both small print and receipts.
 */
const AROUND = 3;

/** The strip that is read again. `print` is the print's share of the region's height. */
export const stripAround = (region: TextRegion, print: number): TextRegion => ({
  ...region,
  length: region.length + 2 * AROUND,
  height: region.height * print + 2 * AROUND,
});

const ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/**
 * At least this share of Chinese and Japanese characters must probably be right: smudges, drawings and other scripts look like
 * Chinese, too.
 */
const SURELY_ASIAN = 0.75;

const isAsian = ({ character }: ReadCharacter): boolean => ASIAN.test(character);

/** Whether there are Chinese or Japanese characters. */
const hasAsian = (characters: readonly ReadCharacter[]): boolean => characters.some(isAsian);

/** Whether there are Chinese or Japanese characters, and most of them are right. */
const isSurelyAsian = (characters: readonly ReadCharacter[]): boolean =>
  computeLineConfidence(characters.filter(isAsian)) >= SURELY_ASIAN;
