export const NAME_TYPES = ['PERSON', 'ORGANIZATION', 'LOCATION'] as const;
export type NameType = (typeof NAME_TYPES)[number];

/** Outside; first word and later words of each type of name. */
export const OUTSIDE = 0;
export const TAGS = 1 + 2 * NAME_TYPES.length;
/** The row of transitions that a sentence starts from. */
export const START = TAGS;

export const firstTag = (type: number): number => 1 + 2 * type;
export const laterTag = (type: number): number => 2 + 2 * type;
export const isFirst = (tag: number): boolean => tag % 2 === 1;
const isLater = (tag: number): boolean => tag > 0 && tag % 2 === 0;
export const typeOf = (tag: number): number => (tag - 1) >> 1;

/** A later word follows a first or later one of its own type only. */
export const mayFollow = (before: number, tag: number): boolean =>
  !isLater(tag) || (before !== START && before !== OUTSIDE && typeOf(before) === typeOf(tag));

/** Words `from` to `to` (exclusive) that name something. */
export interface NameSpan {
  from: number;
  to: number;
  type: number;
}

export function spansOf(tags: ArrayLike<number>): NameSpan[] {
  const spans: NameSpan[] = [];
  for (let i = 0; i < tags.length; i++) {
    if (!isFirst(tags[i]!)) continue;
    let to = i + 1;
    while (to < tags.length && tags[to] === laterTag(typeOf(tags[i]!))) to++;
    spans.push({ from: i, to, type: typeOf(tags[i]!) });
  }
  return spans;
}
