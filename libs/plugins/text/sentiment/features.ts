import { hashFeature } from '../weights/hash';
import { ENGLISH_TURNS, negatesEnglish } from './english-words';
import { negated } from './negation';
import { splitTokens, type Token } from './tokens';
import { compound, computeValence, type Lexicon } from './valence';

/** A text as the linear model sees it: rows of its table, each with a value. */
export interface TextFeatures {
  rows: number[];
  values: number[];
}

/** The table has two to the power of this many rows. */
export const ROW_BITS = 19;
/** The table of pieces has two to the power of this many rows. */
const PIECE_BITS = 16;
/** The number of tokens read from the start of a text; windows are shorter. */
const MAX_TOKENS = 400;

/**
 * Hashed words, pairs and triples of words with marks of negation, word beginnings, and the lexicon's values. The trainer uses this
 * function too: a change requires new weights.
 */
export function extractFeatures(text: string, lexicon: Lexicon): TextFeatures {
  const features: TextFeatures = { rows: [], values: [] };
  const tokens = splitTokens(text, MAX_TOKENS);
  const under = negated(tokens, negatesEnglish, ENGLISH_TURNS);
  addWords(features, tokens, under);
  addValences(features, tokens, { lexicon, under });
  add(features, 'bias', 1);
  if (tokens.length < 6) add(features, 'short', 0.5);
  if (tokens.some(({ shouted }) => shouted)) add(features, 'shouted', 0.5);
  if (tokens.some(({ short }) => short)) add(features, 'elongated', 0.5);
  return features;
}

function add({ rows, values }: TextFeatures, name: string, value: number): void {
  rows.push(hashFeature(name) >>> (32 - ROW_BITS));
  values.push(value);
}

/**
 * The pieces of a text's words in a language, three to five characters each, as rows of the table of pieces: each row once. Few
 * pieces say little, so a short text has small values.
 */
export function extractPieces(text: string, language: string): TextFeatures {
  const found = new Set<number>();
  for (const { form } of splitTokens(text, MAX_TOKENS)) {
    const word = ` ${form} `;
    for (let size = 3; size <= 5; size++)
      for (let at = 0; at + size <= word.length; at++)
        found.add(hashFeature(`${language} ${word.slice(at, at + size)}`) >>> (32 - PIECE_BITS));
  }
  return { rows: [...found], values: new Array<number>(found.size).fill(1 / Math.sqrt(found.size + 100)) };
}

function addWords(features: TextFeatures, tokens: readonly Token[], under: readonly boolean[]): void {
  const weight = 1 / Math.sqrt(tokens.length + 1);
  tokens.forEach(({ form, kind, short }, i) => {
    add(features, `1 ${form}`, weight);
    if (short) add(features, `1 ${short}`, weight);
    if (i > 0) add(features, `2 ${tokens[i - 1]!.form} ${form}`, weight);
    if (i > 1) add(features, `3 ${tokens[i - 2]!.form} ${tokens[i - 1]!.form} ${form}`, weight * 0.7);
    if (i > 1) add(features, `2+ ${tokens[i - 2]!.form} ${form}`, weight * 0.5);
    if (i < 2) add(features, `^${i} ${form}`, weight);
    if (under[i] && kind === 'word') add(features, `not ${form}`, weight);
    if (kind === 'word' && form.length > 5) add(features, `5 ${form.slice(0, 5)}`, weight * 0.5);
  });
}

function addValences(
  features: TextFeatures,
  tokens: readonly Token[],
  { lexicon, under }: { lexicon: Lexicon; under: readonly boolean[] },
): void {
  const sums = computeValence(tokens, lexicon, { under, turns: ENGLISH_TURNS });
  const whole = compound(sums.good - sums.bad);
  add(features, 'valence', whole * 2);
  add(features, 'good', Math.min(sums.good, 8) / 4);
  add(features, 'bad', Math.min(sums.bad, 8) / 4);
  add(features, 'after turn', compound(sums.afterTurn));
  add(features, 'peak', sums.peak / 4);
  add(features, 'last', sums.last / 4);
  add(features, `valence ${Math.round(whole * 5)}`, 1);
  if (sums.known === 0) add(features, 'no valence', 1);
}
