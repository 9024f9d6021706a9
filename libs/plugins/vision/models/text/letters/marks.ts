import { distance } from 'fastest-levenshtein';
import type { ReadCharacter, ReadLine } from '../ctc';
import type { LineOfWords } from './common-words';
import { ACCENTED, isOfOneLanguage } from './one-language';

/** Letters, and signs that only some languages write. */
const MARKED = /[\p{L}€£¿¡«»„º]/u;
const LAST_OF_ASCII = '\u007f';
const ACCENTS_AND_SPACES = /[\p{M} ]/gu;
const SINGLE_QUOTES = /[‘’]/g;
const DOUBLE_QUOTES = /[“”„]/g;
/*
 * Bad print of plain letters looks like marks. The chance that this is so for all marks of a line is the product of what their
 * probabilities leave, eight times as much for each of them, four times for each letter that the plain layers read otherwise, and a
 * hundred times where no language has all marks. A common word with marks makes it a twentieth, and so do other words, if they are
 * of a language that has marks: they count as the root of how much likelier they are there than in English. A word that is common
 * in English without its marks makes it twenty times as much. Fitted on lines that we rendered and on receipts: see
 * models/ocr-european/CARD.md.
 */
const EACH_MARK = 8;
const EACH_OTHER_LETTER = 4;
const NO_LANGUAGE = 100;
const COMMON_WORD = 1 / 20;
/** Limit of the factor for the other words, in both directions. */
const OTHER_WORDS = 10_000;
const SMALLEST = 1e-7;
const DOUBT = 0.03;

/** Whether a line surely has a letter or sign that plain English lacks; `plain` is the line as the layers without marks read it. */
export function hasMarks({ line, commonWithMarks, commonWithout, foreignness }: LineOfWords, plain: ReadLine): boolean {
  const marks = line.characters.filter(({ character }) => character > LAST_OF_ASCII && MARKED.test(character));
  if (marks.length === 0) return false;
  const ofMarks = surestOfEach(marks).reduce(
    (doubt, { probability }) => doubt * EACH_MARK * Math.max(SMALLEST, 1 - probability),
    1,
  );
  const ofLetters = EACH_OTHER_LETTER ** distance(unmarked(line), unmarked(plain));
  const ofLanguages = isOfOneLanguage(marks.filter(({ character }) => ACCENTED.test(character))) ? 1 : NO_LANGUAGE;
  const foreign = Math.min(OTHER_WORDS, Math.max(1 / OTHER_WORDS, Math.exp(foreignness / 2)));
  return (ofMarks * ofLetters * ofLanguages * COMMON_WORD ** (commonWithMarks - commonWithout)) / foreign < DOUBT;
}

/** Bad print looks like the same mark on the same letter each time, so repetitions prove nothing. */
const surestOfEach = (marks: readonly ReadCharacter[]): ReadCharacter[] => [
  ...new Map(marks.toSorted((a, b) => a.probability - b.probability).map((mark) => [mark.character, mark])).values(),
];

const unmarked = ({ characters }: ReadLine): string =>
  characters
    .map(({ character }) => character)
    .join('')
    .normalize('NFKD')
    .replace(ACCENTS_AND_SPACES, '')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"');
