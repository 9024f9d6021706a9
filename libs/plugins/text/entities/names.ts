import type { Stretch } from '../reading/sentences';
import type { FoundSpan } from './found';
import type { SureSpan } from './tagger';
import { MARK } from './marks';
import { NAME_TYPES } from './tags';
import { splitWords, type Word } from './words';

const LETTER = /\p{L}/u;
const SEPARATOR = new RegExp(`^(?:${MARK}|(?!\\+)\\p{Sm}|[–·]|\\.{2,})$`, 'u');
/** The tagger reads this instead of a mark that it never saw. */
const KNOWN_SEPARATOR = ',';
const PICTURE = /\p{Extended_Pictographic}/u;
/** Characters that may begin or end a name. */
const EDGE = /[\p{L}\p{N}\p{M}.+!'’*$]/u;

/** Finds the names in sentences, given as words. */
export type TagWords = (sentences: readonly (readonly Word[])[]) => Promise<SureSpan[][]>;

/**
 * Persons, organisations and places in each sentence.
 * @param taken 1 at each character of the text that belongs to something else, such as a date.
 */
export async function findNames(sentences: readonly Stretch[], tag: TagWords, taken?: Uint8Array): Promise<FoundSpan[][]> {
  const all = sentences.map((sentence) => {
    const words = splitWords(sentence);
    return words.some(({ text }) => LETTER.test(text)) ? words : [];
  });
  const toTag = (word: Stretch): Word => ({
    ...word,
    ...(isMark(word.text) && { text: KNOWN_SEPARATOR }),
    isOutside: taken?.[word.start] === 1,
  });
  const spans = await tag(all.map((words) => words.map(toTag)));
  return all.map((words, i) => spans[i]!.flatMap((span) => namesIn(words, span)));
}

const isMark = (word: string): boolean => isSeparator(word) && !PICTURE.test(word);

const isSeparator = (word: string): boolean => SEPARATOR.test(word);

/** The names in a span. Marks between names split it, and marks around a name are dropped. */
function namesIn(words: readonly Stretch[], { from, to, type, confidence }: SureSpan): FoundSpan[] {
  const names: FoundSpan[] = [];
  for (let start = from; start < to; start++) {
    let end = start;
    while (end < to && !isSeparator(words[end]!.text)) end++;
    const [first, last] = withoutMarks(words, start, end);
    const isName = words.slice(first, last).some(({ text }) => LETTER.test(text));
    if (isName && !isThing(words, { first, last, type }))
      names.push({ type: NAME_TYPES[type]!, start: words[first]!.start, end: words[last - 1]!.end, confidence });
    start = end;
  }
  return names;
}

/** A closing bracket belongs to a name that contains the opening one. */
function withoutMarks(words: readonly Stretch[], from: number, to: number): [number, number] {
  let [first, last] = [from, to];
  while (first < last && !EDGE.test(words[first]!.text)) first++;
  const isOpen = () => words.slice(first, last).some(({ text }) => text === '(');
  while (last > first && !EDGE.test(words[last - 1]!.text) && !(words[last - 1]!.text === ')' && isOpen())) last--;
  return [first, last];
}

const ARTICLE = /^(?:the|an?|der|die|das|den|dem|des|eine?[nmrs]?|les?|la|une?|el|los|las|una?|il|lo|gli|os|as|uma?|het|een)$/i;

/** Articles that no family name begins with. */
const NO_NAME = /^(?:the|an?|der|die|das|eine?)$/i;

/** A single word behind an article is a thing, not a person: `the Mercury`, `der Kellner`. Nor is a single letter such as `I` a person. */
function isThing(words: readonly Stretch[], { first, last, type }: { first: number; last: number; type: number }): boolean {
  if (NAME_TYPES[type] !== 'PERSON') return false;
  if (last - first === 2) return NO_NAME.test(words[first]!.text);
  return last - first === 1 && (/^[A-Z]$/.test(words[first]!.text) || ARTICLE.test(words[first - 1]?.text ?? ''));
}
