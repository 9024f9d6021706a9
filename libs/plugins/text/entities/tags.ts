export const NAME_TYPES = ['PERSON', 'ORGANIZATION', 'LOCATION'] as const;
export type NameType = (typeof NAME_TYPES)[number];

/** `OUTSIDE` tags words outside names; each type of name has a tag for its first word and one for later words. */
export const OUTSIDE = 0;
export const TAGS = 1 + 2 * NAME_TYPES.length;
/** The row of transitions for the start of a sentence. */
export const START = TAGS;

export const firstTag = (type: number): number => 1 + 2 * type;
export const laterTag = (type: number): number => 2 + 2 * type;
export const isFirst = (tag: number): boolean => tag % 2 === 1;
const isLater = (tag: number): boolean => tag > 0 && tag % 2 === 0;
const toEntityType = (tag: number): number => (tag - 1) >> 1;

/** A later word may only follow a first or later word of its own type. */
export const mayFollow = (before: number, tag: number): boolean =>
  !isLater(tag) || (before !== START && before !== OUTSIDE && toEntityType(before) === toEntityType(tag));

/** Words `from` to `to` (exclusive) that form a name. */
export interface NameSpan {
  from: number;
  to: number;
  type: number;
}

export function readSpans(tags: ArrayLike<number>): NameSpan[] {
  const spans: NameSpan[] = [];
  for (let i = 0; i < tags.length; i++) {
    if (!isFirst(tags[i]!)) continue;
    let to = i + 1;
    while (to < tags.length && tags[to] === laterTag(toEntityType(tags[i]!))) to++;
    spans.push({ from: i, to, type: toEntityType(tags[i]!) });
  }
  return spans;
}
