import type { EncodedText, ModelTasks } from '@percept/sdk/models';
import { LISTS, type Gazetteer, type Known } from './gazetteer';
import type { Word } from './words';

/** The maximum number of UTF-16 units read of a word: more would cost much and tell little. */
const LONGEST = 40;
const PARTS = { alone: 0, first: 1, later: 2 } as const;

/** Signs of how a word is written, beside its states. A new sign requires new weights. */
const SIGNS: readonly ((word: string) => boolean)[] = [
  (word) => /^[#@]?\p{Lu}/u.test(word),
  (word) => /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u.test(word),
  (word) => /\p{Ll}\p{Lu}/u.test(word),
  (word) => /\p{N}/u.test(word),
  (word) => !/[\p{L}\p{N}]/u.test(word),
  (word) => word.startsWith('@'),
  (word) => word.startsWith('#'),
  (word) => /^\p{Lu}\.?$/u.test(word),
];
/** Features of a place in a sentence: a sentence in capitals, one without, and the first word. */
const PLACES = 3;
/** The number of features of each word beside its states. */
export const SIGN_COUNT = SIGNS.length + PLACES + LISTS.length * 3;

/** The network's input for the words of a sentence: a row for each. */
export interface WordFeatures {
  states: Float32Array;
  signs: Float32Array;
}

/** The words of a sentence with the encoder's output. */
export interface ReadWords {
  words: readonly Word[];
  /** Where each word begins in the text that was encoded. */
  starts: readonly number[];
  encoded: EncodedText;
}

/** Lets the encoder read the sentences as words with one blank between them. */
export async function readWords(
  sentences: readonly (readonly Word[])[],
  embedder: ModelTasks['text-embedding'],
): Promise<ReadWords[]> {
  const texts = sentences.map(spaced);
  const encoded = await embedder.encode(texts.map(({ text }) => text));
  return sentences.map((words, i) => ({ words, starts: texts[i]!.starts, encoded: encoded[i]! }));
}

/** Makes the network's input; a word gets the state of its first token. */
export function wordFeatures(
  { words, starts: places, encoded }: ReadWords,
  stateSize: number,
  gazetteer: Gazetteer,
): WordFeatures {
  const found = { states: new Float32Array(words.length * stateSize), signs: new Float32Array(words.length * SIGN_COUNT) };
  const { starts, ends, states } = encoded;
  let token = 0;
  places.forEach((start, word) => {
    while (token < starts.length && (ends[token]! <= start || starts[token] === ends[token])) token++;
    if (token < starts.length) found.states.set(states.subarray(token * stateSize, (token + 1) * stateSize), word * stateSize);
  });
  addSigns(
    found.signs,
    words.map(({ text }) => text),
    gazetteer,
  );
  return found;
}

/** The words with one blank between them, so that a text reads the same regardless of its spaces. */
function spaced(words: readonly Word[]): { text: string; starts: number[] } {
  const parts = words.map(({ text }) => text.slice(0, LONGEST));
  let at = 0;
  const starts = parts.map(({ length }) => (at += length + 1) - length - 1);
  return { text: parts.join(' '), starts };
}

function addSigns(out: Float32Array, words: readonly string[], gazetteer: Gazetteer): void {
  const forms = words.map((word) => word.toLowerCase().replaceAll('’', "'").replace(/^[#@]/, ''));
  const known = gazetteer.find(forms);
  const letters = words.filter((word) => !/^[#@]/.test(word)).join('');
  const isShouted = letters === letters.toUpperCase();
  const isSmall = letters === letters.toLowerCase();
  words.forEach((word, i) => {
    const own = out.subarray(i * SIGN_COUNT, (i + 1) * SIGN_COUNT);
    SIGNS.forEach((holds, at) => (own[at] = Number(holds(word))));
    own.set([Number(isShouted), Number(isSmall), Number(i === 0)], SIGNS.length);
    for (const each of known[i]!) own[SIGNS.length + PLACES + listAt(each)] = 1;
  });
}

const listAt = ({ list, part }: Known): number => list * 3 + PARTS[part];
