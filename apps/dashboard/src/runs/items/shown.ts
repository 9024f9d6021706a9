import { answerWords } from '../../playground/any/answer-words';
import { foundIn, namedIn, toMarks, type AnswerRow } from '../../playground/any/findings';
import type { Mark } from '../../playground/picture/draw';
import type { RunItem } from '../../pipelines/answers';

/** The gallery's data of an item. */
export interface Shown {
  item: RunItem;
  marks: Mark[];
  /** The highest confidence for each name in the steps' results. */
  named: Map<string, number>;
}

export const toShown = (item: RunItem): Shown => {
  const results: AnswerRow = item.results ?? {};
  return { item, marks: toMarks(foundIn(results), 'name'), named: namedIn(results) };
};

/** The text below an item's picture: the names of its objects or, if no step detects any, the result of the last step. */
export function wordsBelow({ item: { error, state, results }, named }: Shown): string {
  if (error) return error.code;
  if (named.size > 0)
    return [...named]
      .sort(([, a], [, b]) => b - a)
      .map(([name]) => name)
      .join(', ');
  if (state === 'pending') return state;
  const answers = Object.values((results ?? {}) as Record<string, AnswerRow | null>).map((each) => each ?? {});
  const looksForSome = answers.some((each) => Object.values(each).some(Array.isArray));
  return looksForSome ? 'nothing found' : answerWords(answers.at(-1) ?? {}).join(', ') || state;
}

/** The repeated calls of an item's steps. `attempts` includes the first call of each step. */
export const countRetries = ({ attempts, results, error }: RunItem): number =>
  Math.max(0, attempts - Object.keys(results ?? {}).length - (error ? 1 : 0));

/** The filter for pictures. */
export interface Wanted {
  /** Empty means all names. */
  name: string;
  isWithout: boolean;
  /** The lowest confidence at which the name counts. */
  confidence: number;
  /** The smallest number of boxes with the name, or with any name. */
  count: number;
}

export const ALL: Wanted = { name: '', isWithout: false, confidence: 0, count: 0 };

/** Whether an item matches the filter. A failed item has no known content, so it matches only an empty filter. */
export function isWanted({ item, marks, named }: Shown, { name, isWithout, confidence, count }: Wanted): boolean {
  if (name === '' && count === 0) return true;
  if (item.state !== 'succeeded') return false;
  const boxes = marks.filter((mark) => (name === '' || mark.name === name) && (mark.confidence ?? 1) >= confidence).length;
  const shows = name === '' || (named.get(name) ?? -1) >= confidence;
  return isWithout ? !shows : shows && boxes >= count;
}

/** The names in all items with the number of items that show each, most frequent first. */
export function namesIn(shown: readonly Shown[]): [name: string, items: number][] {
  const counts = new Map<string, number>();
  for (const { named } of shown) for (const name of named.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, more], [b, less]) => less - more || a.localeCompare(b));
}
