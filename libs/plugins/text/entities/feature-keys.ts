import { hashFeature } from '../weights/hash';

/** One key for a template and the keys that fill it; their order matters. */
export function joinKeys(template: number, a: number, b = 0, c = 0): number {
  let key = Math.imul(template + 0x9e3779b9, 0x85ebca6b) ^ a;
  key = Math.imul((key << 13) | (key >>> 19), 0xc2b2ae35) ^ b;
  key = Math.imul((key << 15) | (key >>> 17), 0x27d4eb2f) ^ c;
  key = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  return (key ^ (key >>> 13)) >>> 0;
}

/** The keys of a word's spelling. */
export interface SpellingKeys {
  small: number;
  written: number;
  shape: number;
  /** Keys of the first one to four letters. */
  beginnings: number[];
  endings: number[];
  /** Whether the first letter is a capital. */
  capital: boolean;
  /** The lower-case form, for lists. */
  form: string;
  /** The key of the lower-case form without the mark of a tag or a mention, for classes. */
  bare: number;
}

const NUMERAL = /\p{N}/gu;
const MAX_SHAPE = 8;

function shapeOf(word: string): string {
  let shape = '';
  for (const sign of word.slice(0, 40)) {
    const kind = /\p{Lu}/u.test(sign) ? 'X' : /\p{Ll}|\p{Lo}/u.test(sign) ? 'x' : /\p{N}/u.test(sign) ? '0' : sign;
    if (!shape.endsWith(kind + kind)) shape += kind;
  }
  return shape.slice(0, MAX_SHAPE);
}

function lookOf(word: string): SpellingKeys {
  const form = word.toLowerCase().replaceAll('’', "'");
  const plain = form.replace(NUMERAL, '0');
  const lengths = [1, 2, 3, 4].filter((length) => plain.length > length);
  return {
    form,
    bare: hashFeature(form.replace(/^[#@]/, '')),
    small: hashFeature(plain),
    written: hashFeature(word),
    shape: hashFeature(shapeOf(word)),
    beginnings: lengths.map((length) => hashFeature(plain.slice(0, length))),
    endings: lengths.map((length) => hashFeature(plain.slice(-length))),
    capital: /^\p{Lu}/u.test(word),
  };
}

/** Texts repeat their words. Hostile texts do not, so there is a limit. */
const MAX_KNOWN = 20_000;
const known = new Map<string, SpellingKeys>();

export function look(word: string): SpellingKeys {
  const found = known.get(word);
  if (found) return found;
  const made = lookOf(word.normalize('NFC'));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(word, made);
  return made;
}
