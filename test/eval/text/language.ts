import { openLanguageDetector } from '../../../libs/plugins/text/language/detect';
import { SENTIMENT_LANGUAGES } from '../../../libs/plugins/text/sentiment/languages';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { SENTIMENT_FOLDER } from './sentiment';
import { readLabelledTexts } from './folders';

/** A few words of a text, as titles and chat messages have them. */
const SHORTEST = 2;
const LONGEST = 5;
const MAX_PIECES = 3;

/** Pieces of two to five words, without addresses and names of users. */
function piecesOf(text: string): string[] {
  const words = text
    .replace(/https?:\S+|[@#]\S+|\buser\b|\bhttp\b/gi, ' ')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word));
  const pieces: string[] = [];
  for (let length = SHORTEST; length <= LONGEST; length++)
    for (let piece = 0; piece < MAX_PIECES && (piece + 1) * length <= words.length; piece++)
      pieces.push(words.slice(piece * length, (piece + 1) * length).join(' '));
  return pieces;
}

async function measure({ quick, data = folderOf(SENTIMENT_FOLDER) }: MeasureOptions): Promise<Report> {
  const detect = openLanguageDetector(SENTIMENT_LANGUAGES);
  const sets = readLabelledTexts(data).map(({ name, language, texts }) => {
    const measured = texts.slice(0, quick ? 20 : Infinity);
    const pieces = measured.flatMap(({ text }) => piecesOf(text));
    return {
      name,
      language,
      short: pieces.filter((piece) => detect(piece).language === language).length / pieces.length,
      texts: measured.length,
      right: measured.filter(({ text }) => detect(text).language === language).length,
    };
  });
  const known = sets.filter(({ language }) => SENTIMENT_LANGUAGES.includes(language));
  const share = (some: typeof sets) =>
    some.reduce((sum, { right }) => sum + right, 0) / some.reduce((sum, { texts }) => sum + texts, 0);
  /** Each set counts the same: they are of different length. */
  const short = known.reduce((sum, set) => sum + set.short, 0) / known.length;
  const figures = Object.fromEntries(sets.map((set) => [`accuracy_${set.name}`, set.right / set.texts]));
  const rows = sets.map((set) => [set.name, set.language, set.texts, set.right / set.texts, set.short]);
  return {
    name: 'language',
    on: data,
    ratios: {},
    figures: { accuracy: share(known), accuracy_all: share(sets), accuracy_short: short, ...figures },
    tables: [{ title: 'Language told right', head: ['set', 'language', 'texts', 'accuracy', 'of 2 to 5 words'], rows }],
  };
}

export const language: Measurement = {
  name: 'language',
  summary: 'How often the language of a text is told right, by folders named after languages.',
  measure,
};
