import type { SetupContext } from '@percept/sdk';
import { findEntities } from '../entities/find';
import type { EntityType } from '../entities/found';
import { openNameTagger, type TaggingReport } from '../entities/name-tagger';
import type { TagWords } from '../entities/names';
import { readText } from '../read-text';
import type { Readable } from '../reading/readable';
import { findCards, findIbans } from './numbers';
import { REDACT_CHARACTERS, type RedactKind } from './redact-input';

/** What passes a check digit: one of ten random numbers does so for cards, one of 97 for the IBAN. */
const CARD = 0.95;
const IBAN = 0.99;
/** The rest of a name whose first word was found. A word too many is better than half a name. */
const REST_OF_NAME = /^(?:[ \u00a0]\p{Lu}[\p{L}\p{M}'’-]*)+/u;
/** What may stand inside a number, between two of its digits. */
const INSIDE_NUMBER = /[\p{L}\p{N}]/u;

export interface FoundKind {
  kind: RedactKind;
  start: number;
  end: number;
  confidence: number;
}

/** Finds kinds in a text, in its order; what overlaps is one. */
export type FindKinds = (text: string, kinds: readonly RedactKind[], report: TaggingReport) => Promise<FoundKind[]>;

/** Models are loaded with the first text that needs them. */
export function openKindFinder({ model: open, network }: Pick<SetupContext, 'model' | 'network'>): FindKinds {
  const names = openNameTagger({ encoder: () => open('text-embedding'), network });
  return (text, kinds, report) =>
    findKinds(readText(text, REDACT_CHARACTERS), new Set(kinds), (sentences) => names.tag(sentences, report));
}

/** In the order of the text; what overlaps is one. */
async function findKinds(read: Readable, wanted: ReadonlySet<RedactKind>, tag: TagWords): Promise<FoundKind[]> {
  const { text } = read;
  const numbers = [
    ...(wanted.has('CARD') ? findCards(text).map((each) => ({ ...each, kind: 'CARD' as const, confidence: CARD })) : []),
    ...(wanted.has('IBAN') ? findIbans(text).map((each) => ({ ...each, kind: 'IBAN' as const, confidence: IBAN })) : []),
  ].map((each) => ({ ...each, ...read.place(each.start, each.end) }));
  const types = new Set([...wanted].filter((kind): kind is EntityType => kind !== 'CARD' && kind !== 'IBAN'));
  const entities =
    types.size === 0 ? [] : (await findEntities(read, types, tag)).map(({ type: kind, ...each }) => ({ ...each, kind }));
  return joined([...numbers, ...entities].map((each) => wholeName(read.original, wholeWords(read.original, each))));
}

/** Never half a number or half a word: what touches it belongs to it. */
function wholeWords(text: string, found: FoundKind): FoundKind {
  let { start, end } = found;
  while (start > 0 && INSIDE_NUMBER.test(text[start]!) && INSIDE_NUMBER.test(text[start - 1]!)) start--;
  while (end < text.length && INSIDE_NUMBER.test(text[end - 1]!) && INSIDE_NUMBER.test(text[end]!)) end++;
  return { ...found, start, end };
}

function wholeName(text: string, found: FoundKind): FoundKind {
  if (found.kind !== 'PERSON') return found;
  const [rest = ''] = REST_OF_NAME.exec(text.slice(found.end)) ?? [];
  return { ...found, end: found.end + rest.length };
}

/** What overlaps becomes one stretch, of the kind that is surest. */
export function joined(found: readonly FoundKind[]): FoundKind[] {
  const all: FoundKind[] = [];
  for (const each of found.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = all.at(-1);
    if (!last || each.start >= last.end) {
      all.push({ ...each });
      continue;
    }
    if (each.confidence > last.confidence) Object.assign(last, { kind: each.kind, confidence: each.confidence });
    last.end = Math.max(last.end, each.end);
  }
  return all;
}
