import { openLanguageDetector, type LanguageDetector } from '../../../libs/plugins/text/language/detect';
import { FAST_LANGUAGES } from '../../../libs/plugins/text/sentiment/languages';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { SENTIMENT_FOLDER } from './sentiment';
import { wilson } from '../scoring/wilson';
import { readLabelledTexts } from './folders';
import { PHRASES } from './phrases';

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

interface Judged {
  name: string;
  language: string;
  texts: number;
  right: number;
  /** Of the pieces of two to five words. */
  pieces: number;
  piecesRight: number;
}

function judge({ name, language, texts }: ReturnType<typeof readLabelledTexts>[number], detect: LanguageDetector): Judged {
  const right = (some: readonly string[]) => some.filter((text) => detect(text).language === language).length;
  const whole = texts.map(({ text }) => text);
  const pieces = whole.flatMap(piecesOf);
  return { name, language, texts: whole.length, right: right(whole), pieces: pieces.length, piecesRight: right(pieces) };
}

/** The phrases that we wrote: language, phrases, right, and the 95 % interval. */
function phraseRows(detect: LanguageDetector): [string, number, number, number, number][] {
  const rows = Object.entries(PHRASES).map(([language, phrases]): [string, number, number] => [
    language,
    phrases.length,
    phrases.filter((phrase) => detect(phrase).language === language).length,
  ]);
  const sum = (column: 1 | 2) => rows.reduce((total, row) => total + row[column], 0);
  return [...rows, ['all', sum(1), sum(2)] as [string, number, number]].map(([language, n, right]) => [
    ...([language, n, right / n] as const),
    ...wilson(right, n),
  ]);
}

async function measure({ quick, data = folderOf(SENTIMENT_FOLDER) }: MeasureOptions): Promise<Report> {
  const detect = openLanguageDetector(FAST_LANGUAGES);
  const all = readLabelledTexts(data).map((set) => ({ ...set, texts: set.texts.slice(0, quick ? 20 : Infinity) }));
  const sets = all.map((set) => judge(set, detect));
  const known = sets.filter(({ language }) => FAST_LANGUAGES.includes(language));
  const share = (some: readonly Judged[]) =>
    some.reduce((sum, { right }) => sum + right, 0) / some.reduce((sum, { texts }) => sum + texts, 0);
  const short = ({ piecesRight, pieces }: Judged) => piecesRight / pieces;
  const phrases = phraseRows(detect);
  const [, , right, low, high] = phrases.at(-1)!;
  const figures = Object.fromEntries(sets.map((set) => [`accuracy_${set.name}`, set.right / set.texts]));
  return {
    name: 'language',
    on: data,
    ratios: {},
    figures: {
      accuracy_phrases: right,
      accuracy_phrases_low: low,
      accuracy_phrases_high: high,
      accuracy: share(known),
      accuracy_all: share(sets),
      // Each set counts the same: they are of different length.
      accuracy_pieces: known.reduce((sum, set) => sum + short(set), 0) / known.length,
      ...figures,
    },
    tables: [
      { title: 'Phrases of 2 to 5 words', head: ['language', 'phrases', 'right', 'low', 'high'], rows: phrases },
      {
        title: 'Posts, and pieces of 2 to 5 words cut out of them',
        head: ['set', 'language', 'posts', 'right', '95 % from', 'to', 'pieces', 'right of them', '95 % from', 'to'],
        rows: sets.map((set) => [
          ...[set.name, set.language, set.texts, set.right / set.texts, ...wilson(set.right, set.texts)],
          ...[set.pieces, short(set), ...wilson(set.piecesRight, set.pieces)],
        ]),
      },
    ],
  };
}

export const language: Measurement = {
  name: 'language',
  summary: 'How often the language of a text is told right: phrases of ours, and folders named after languages.',
  measure,
};
