import { createRequire } from 'node:module';
import type { Lexicon } from './valence';

// Only parts of `natural` are loaded, by their path: its root takes two seconds, 119 MB, and reads `.env`.
const part = createRequire(__filename);
const NATURAL = 'natural/lib/natural';
/** AFINN's Spanish list has the emoji that every language shares. */
const EMOJI = 'Spanish/afinnShortSortedSpanish';
/** What the mean strength of a lexicon's words is brought to: the lexicons have scales of their own. */
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

/** A lexicon of `natural`, with its stems for the forms that it lacks. */
export function naturalLexicon(file: string, stemmerName?: string): Lexicon {
  const forms = new Map<string, number>();
  for (const [form, value] of valences(file)) if (!forms.has(form)) forms.set(form, value);
  for (const [form, value] of emojiValences()) if (!forms.has(form)) forms.set(form, value);
  if (!stemmerName) return (form) => forms.get(form);
  const stemmer = part(`${NATURAL}/stemmers/${stemmerName}`) as Stemmer;
  const stems = byStem(forms, stemmer);
  return (form) => forms.get(form) ?? (isStemmable(form) ? stems.get(stemmer.stem(form)) : undefined);
}

/** Emoji and their valences, in every language the same. */
export const emojiValences = (): [string, number][] => valences(EMOJI).filter(([form]) => !/\p{L}/u.test(form));

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

function valences(file: string): [string, number][] {
  const entries = Object.entries(part(`${NATURAL}/sentiment/${file}.json`) as Record<string, number | Entry>);
  const plain = entries.flatMap(([form, entry]): [string, number][] => {
    if (typeof entry === 'number') return [[form.toLowerCase(), entry]];
    const others = /^[\p{L}, -]+$/u.test(entry.sense ?? '') && entry.sense!.includes(',') ? entry.sense!.split(',') : [];
    const value = Number(entry.polarity ?? entry.pol);
    return [form, ...others].map((each) => [each.trim().replaceAll('_', ' ').toLowerCase(), value]);
  });
  const polar = plain.filter(([, value]) => value !== 0);
  const strength = Math.sqrt(polar.reduce((sum, [, value]) => sum + value * value, 0) / polar.length);
  return polar.map(([form, value]) => [form, (value / strength) * STRENGTH]);
}
