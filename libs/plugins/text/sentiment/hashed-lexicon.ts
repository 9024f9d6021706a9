import { hashFeature } from '../weights/hash';
import type { Lexicon } from './valence';

/** Valences are kept in twentieths: the lexicon has one decimal, from -3.9 to 3.4. */
const STEPS = 20;

/** A lexicon without its words: sorted hashes and a valence for each. */
interface HashedLexicon {
  keys: Uint32Array;
  values: Int8Array;
}

export function hashLexicon(entries: Iterable<readonly [string, number]>): HashedLexicon {
  const sorted = [...new Map([...entries].map(([form, valence]) => [hashFeature(form), valence]))].sort(([a], [b]) => a - b);
  return {
    keys: Uint32Array.from(sorted, ([key]) => key),
    values: Int8Array.from(sorted, ([, valence]) => Math.round(valence * STEPS)),
  };
}

export function openHashedLexicon({ keys, values }: HashedLexicon): Lexicon {
  const valences = new Map(Array.from(keys, (key, i) => [key, values[i]! / STEPS]));
  return (form) => valences.get(hashFeature(form));
}
