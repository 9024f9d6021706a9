import { answerWords } from '../../playground/any/answer-words';
import { foundIn, namedIn, toMarks, type Row } from '../../playground/any/findings';
import type { Mark } from '../../playground/picture/draw';
import type { RunItem } from '../../pipelines/answers';

/** What the gallery keeps of an item. */
export interface Shown {
  item: RunItem;
  marks: Mark[];
  /** The highest confidence of each thing that the steps name. */
  named: Map<string, number>;
}

export const toShown = (item: RunItem): Shown => {
  const results: Row = item.results ?? {};
  return { item, marks: toMarks(foundIn(results), 'name'), named: namedIn(results) };
};

/** What is below the picture of an item: names of what it shows, or what its last step says where no step looks for anything. */
export function wordsBelow({ item: { error, state, results }, named }: Shown): string {
  if (error) return error.code;
  if (named.size > 0)
    return [...named]
      .sort(([, a], [, b]) => b - a)
      .map(([name]) => name)
      .join(', ');
  if (state === 'pending') return state;
  const answers = Object.values((results ?? {}) as Record<string, Row | null>).map((each) => each ?? {});
  const looksForSome = answers.some((each) => Object.values(each).some(Array.isArray));
  return looksForSome ? 'nothing found' : answerWords(answers.at(-1) ?? {}).join(', ') || state;
}

/** Calls of its steps that were repeated: `attempts` counts the first call of each step, too. */
export const retriesOf = ({ attempts, results, error }: RunItem): number =>
  Math.max(0, attempts - Object.keys(results ?? {}).length - (error ? 1 : 0));

/** Which pictures are wanted. */
export interface Wanted {
  /** Empty: all. */
  name: string;
  isWithout: boolean;
  /** The name counts from this confidence on. */
  confidence: number;
  /** The smallest number of boxes: with the name, or with any name. */
  count: number;
}

export const ALL: Wanted = { name: '', isWithout: false, confidence: 0, count: 0 };

/** Whether an item is wanted. One that failed says nothing about what it shows, and is wanted only where nothing is asked. */
export function isWanted({ item, marks, named }: Shown, { name, isWithout, confidence, count }: Wanted): boolean {
  if (name === '' && count === 0) return true;
  if (item.state !== 'succeeded') return false;
  const boxes = marks.filter((mark) => (name === '' || mark.name === name) && (mark.confidence ?? 1) >= confidence).length;
  const shows = name === '' || (named.get(name) ?? -1) >= confidence;
  return isWithout ? !shows : shows && boxes >= count;
}

/** The names in all items, the most frequent first, each with the number of items that show it. */
export function namesIn(shown: readonly Shown[]): [name: string, items: number][] {
  const counts = new Map<string, number>();
  for (const { named } of shown) for (const name of named.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, more], [b, less]) => less - more || a.localeCompare(b));
}
