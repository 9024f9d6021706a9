export const ENTITY_TYPES = [
  'PERSON',
  'ORGANIZATION',
  'LOCATION',
  'DATE',
  'TIME',
  'MONEY',
  'PERCENT',
  'QUANTITY',
  'EMAIL',
  'URL',
  'PHONE',
  'HASHTAG',
  'MENTION',
  'IP_ADDRESS',
  'IBAN',
  'CARD',
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** An entity in a text; offsets are UTF-16 units, `end` exclusive. */
export interface FoundSpan {
  type: EntityType;
  start: number;
  end: number;
  /** Probability that the entity is right, 0..1. */
  confidence: number;
}

/**
 * Where entities overlap, the earlier type wins: first those certain by their form, then numbers with units, then times, then
 * names.
 */
const RANK: readonly EntityType[] = [
  ...([
    'URL',
    'EMAIL',
    'MENTION',
    'HASHTAG',
    'IP_ADDRESS',
    'IBAN',
    'CARD',
    'MONEY',
    'PERCENT',
    'DATE',
    'TIME',
    'PHONE',
    'QUANTITY',
  ] as const),
  ...(['PERSON', 'ORGANIZATION', 'LOCATION'] as const),
];

/** The entities in the order of the text, without overlaps. */
export function withoutOverlaps(found: readonly FoundSpan[]): FoundSpan[] {
  return RANK.reduce<FoundSpan[]>(
    (kept, type) =>
      merged(
        kept,
        found.filter((each) => each.type === type),
      ),
    [],
  );
}

/**
 * Merges two lists in the order of the text. An entity of the second list is dropped if it overlaps one of the first list, or an
 * earlier one of the second.
 */
function merged(first: readonly FoundSpan[], second: readonly FoundSpan[]): FoundSpan[] {
  const all: FoundSpan[] = [];
  const later = [...second].sort((a, b) => a.start - b.start || b.end - a.end);
  let at = 0;
  let end = -1;
  for (const each of later) {
    while (at < first.length && first[at]!.end <= each.start) all.push(first[at++]!);
    const free = at >= first.length || first[at]!.start >= each.end;
    if (!free || each.start < end) continue;
    all.push(each);
    end = each.end;
  }
  return [...all, ...first.slice(at)];
}
