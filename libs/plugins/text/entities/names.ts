import type { Stretch } from '../reading/sentences';
import type { Found } from './found';
import type { Tagger } from './tagger';
import { NAME_TYPES } from './tags';
import { wordsOf } from './words';

const LETTER = /\p{L}/u;

/** Persons, organisations and places in the sentences of a text. */
export function findNames(sentences: readonly Stretch[], tagger: Tagger): Found[] {
  return sentences.flatMap((sentence) => {
    const words = wordsOf(sentence);
    if (!words.some(({ text }) => LETTER.test(text))) return [];
    return tagger
      .tag(words.map(({ text }) => text))
      .map(({ from, to, type, confidence }) => ({
        type: NAME_TYPES[type]!,
        start: words[from]!.start,
        end: words[to - 1]!.end,
        confidence,
      }))
      .filter(({ start, end }) => LETTER.test(sentence.text.slice(start - sentence.start, end - sentence.start)));
  });
}
