import { createRequire } from 'node:module';
import type { Lexicon } from './valence';

// Loaded by path, so that each language is a file of the bundle. Only these parts of `natural` are loaded: its root takes two
// seconds and 119 MB, and reads `.env`.
const load = createRequire(__filename);
/** AFINN's Spanish list has the emoji, which are the same for every language. */
const EMOJI = 'es';
/** The mean strength of the words that each lexicon is scaled to: lexicons have different scales. */
const STRENGTH = 2;

interface Entry {
  polarity?: string;
  pol?: string;
  /** Other forms of the word, in the German list. */
  sense?: string;
}

interface Stemmer {
  stem(word: string): string;
}

/** The parts of `natural` for a language. */
interface NaturalParts {
  entries: Readonly<Record<string, number | Entry>>;
  stemmer: Stemmer;
}

const partsOf = (language: string) => load(`./lexicons/${language}`) as NaturalParts;

/** The lexicon of `natural` for a language, with stems for missing forms. */
export function naturalLexicon(language: string): Lexicon {
  const { entries, stemmer } = partsOf(language);
  return openNaturalLexicon(entries, stemmer);
}

export function openNaturalLexicon(entries: NaturalParts['entries'], stemmer?: Stemmer): Lexicon {
  const forms = new Map<string, number>();
  for (const [form, value] of valences(entries)) if (!forms.has(form)) forms.set(form, value);
  for (const [form, value] of emojiValences()) if (!forms.has(form)) forms.set(form, value);
  if (!stemmer) return (form) => forms.get(form);
  const stems = byStem(forms, stemmer);
  return (form) => forms.get(form) ?? (isStemmable(form) ? stems.get(stemmer.stem(form)) : undefined);
}

/** Emoji and their valences, the same in every language. */
export const emojiValences = (): [string, number][] => valences(partsOf(EMOJI).entries).filter(([form]) => !/\p{L}/u.test(form));

/** Stemmers take very long for strings that are not words. */
const isStemmable = (form: string) => form.length >= 4 && form.length <= 40 && /^\p{L}+$/u.test(form);

function byStem(forms: ReadonlyMap<string, number>, stemmer: Stemmer): Map<string, number> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const [form, value] of forms) {
    if (!isStemmable(form)) continue;
    const stem = stemmer.stem(form);
    const known = sums.get(stem) ?? { sum: 0, count: 0 };
    sums.set(stem, { sum: known.sum + value, count: known.count + 1 });
  }
  return new Map([...sums].map(([each, { sum, count }]) => [each, sum / count]));
}

function valences(entries: NaturalParts['entries']): [string, number][] {
  const plain = Object.entries(entries).flatMap(([form, entry]): [string, number][] => {
    if (typeof entry === 'number') return [[form.toLowerCase(), entry]];
    const others = /^[\p{L}, -]+$/u.test(entry.sense ?? '') && entry.sense!.includes(',') ? entry.sense!.split(',') : [];
    const value = Number(entry.polarity ?? entry.pol);
    return [form, ...others].map((each) => [each.trim().replaceAll('_', ' ').toLowerCase(), value]);
  });
  const polar = plain.filter(([, value]) => value !== 0);
  const strength = Math.sqrt(polar.reduce((sum, [, value]) => sum + value * value, 0) / polar.length);
  return polar.map(([form, value]) => [form, (value / strength) * STRENGTH]);
}
