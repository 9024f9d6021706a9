import type { SetupContext } from '@percept/sdk';
import { findEntities } from '../entities/find';
import type { EntityType, FoundSpan } from '../entities/found';
import { openNameTagger, type TaggingReport } from '../entities/name-tagger';
import type { TagWords } from '../entities/names';
import { readText } from '../read-text';
import type { Readable } from '../reading/readable';
import { REDACT_CHARACTERS } from './redact-input';

/** Kinds with check digits. */
const CHECKED: ReadonlySet<EntityType> = new Set(['CARD', 'IBAN']);
/** The rest of a name whose first word was found. One word too many is better than half a name. */
const REST_OF_NAME = /^(?:[ \u00a0]\p{Lu}[\p{L}\p{M}'’-]*)+/u;
/** A character that may stand inside a number, between two digits. */
const INSIDE_NUMBER = /[\p{L}\p{N}]/u;

/** Finds kinds in a text, in order; overlapping finds become one. */
export type FindKinds = (text: string, kinds: readonly EntityType[], report: TaggingReport) => Promise<FoundSpan[]>;

/** Models are loaded for the first text that needs them. */
export function openKindFinder({ model: open, network }: Pick<SetupContext, 'model' | 'network'>): FindKinds {
  const names = openNameTagger({ encoder: () => open('text-embedding'), network });
  return (text, kinds, report) =>
    findKinds(readText(text, REDACT_CHARACTERS), new Set(kinds), (sentences) => names.tag(sentences, report));
}

/** Finds kinds in the order of the text; overlapping finds become one. */
async function findKinds(read: Readable, wanted: ReadonlySet<EntityType>, tag: TagWords): Promise<FoundSpan[]> {
  // Found separately, because a card must not hide a telephone number that overlaps it: `joinOverlaps` covers both.
  const groups = [true, false].map((isChecked) => new Set([...wanted].filter((type) => CHECKED.has(type) === isChecked)));
  const found = await Promise.all(groups.map((types) => findEntities(read, types, tag)));
  return joinOverlaps(found.flat().map((each) => wholeName(read.original, wholeWords(read.original, each))));
}

/** Extends a find to whole words and numbers: adjacent characters belong to it. */
function wholeWords(text: string, found: FoundSpan): FoundSpan {
  let { start, end } = found;
  while (start > 0 && INSIDE_NUMBER.test(text[start]!) && INSIDE_NUMBER.test(text[start - 1]!)) start--;
  while (end < text.length && INSIDE_NUMBER.test(text[end - 1]!) && INSIDE_NUMBER.test(text[end]!)) end++;
  return { ...found, start, end };
}

function wholeName(text: string, found: FoundSpan): FoundSpan {
  if (found.type !== 'PERSON') return found;
  const [rest = ''] = REST_OF_NAME.exec(text.slice(found.end)) ?? [];
  return { ...found, end: found.end + rest.length };
}

/** Joins overlapping finds to one stretch, of the surest kind. */
export function joinOverlaps(found: readonly FoundSpan[]): FoundSpan[] {
  const all: FoundSpan[] = [];
  for (const each of found.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = all.at(-1);
    if (!last || each.start >= last.end) {
      all.push({ ...each });
      continue;
    }
    if (each.confidence > last.confidence) Object.assign(last, { type: each.type, confidence: each.confidence });
    last.end = Math.max(last.end, each.end);
  }
  return all;
}
