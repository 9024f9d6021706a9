import type { Stretch } from '../reading/sentences';
import { IN_LINK } from './marks';

/** A word of a sentence, as the taggers read it. */
export interface Word extends Stretch {
  /** Whether the word belongs to a date, an address or the like, and so to no name. */
  isOutside?: boolean;
}

// No alternative backtracks at length, so the time is linear.
const WORD = new RegExp(
  [
    String.raw`(?:https?:\/\/|www\.)${IN_LINK}+`,
    String.raw`[@#][\p{L}\p{M}\p{N}_]+`,
    String.raw`['’](?:s|m|d|re|ve|ll|S|M|D|RE|VE|LL)(?![\p{L}\p{N}])`,
    String.raw`(?:\p{L}\.){2,}`,
    String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-&_.](?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}]+|['’](?!(?:s|m|d|re|ve|ll|S|M|D|RE|VE|LL)(?![\p{L}\p{N}]))[\p{L}][\p{L}\p{M}\p{N}]*)*`,
    String.raw`\p{Extended_Pictographic}|\.{2,}|[^\s\p{M}]`,
  ].join('|'),
  'gu',
);

/** The words and marks of a sentence, as the tagger reads them; offsets refer to the text around the sentence. */
export function splitWords(sentence: Stretch): Stretch[] {
  return Array.from(sentence.text.matchAll(WORD), ({ 0: text, index }) => ({
    text,
    start: sentence.start + index,
    end: sentence.start + index + text.length,
  }));
}
