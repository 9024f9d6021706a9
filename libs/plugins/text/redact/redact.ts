import { defineCapability } from '@percept/sdk';
import { findEntities } from '../entities/find';
import type { EntityType } from '../entities/found';
import { openNameTagger, type TaggingReport } from '../entities/name-tagger';
import type { TagWords } from '../entities/names';
import { readText } from '../read-text';
import type { Readable } from '../reading/readable';
import { scriptWarnings } from '../unknown-script';
import { findCards, findIbans } from './numbers';
import { DEFAULT_KINDS, REDACT_CHARACTERS, TextRedactInput, type RedactKind, type Replacement } from './redact-input';
import { TextRedactOutput, type TextRedaction } from './redact-output';

/** What passes a check digit: one of ten random numbers does so for cards, one of 97 for the IBAN. */
const CARD = 0.95;
const IBAN = 0.99;
const CUT = 'Names far behind in the text are those of a smaller model for English, which finds fewer: send the text in parts.';
/** The rest of a name whose first word was found. A word too many is better than half a name. */
const REST_OF_NAME = /^(?:[ \u00a0]\p{Lu}[\p{L}\p{M}'’-]*)+/u;
/** What may stand inside a number, between two of its digits. */
const INSIDE_NUMBER = /[\p{L}\p{N}]/u;

interface FoundKind {
  kind: RedactKind;
  start: number;
  end: number;
  confidence: number;
}

export const redactText = defineCapability({
  id: 'text.redact',
  operation: 'redactText',
  summary: 'Replaces what identifies a person in a text: cards, bank accounts, addresses, telephone numbers, names.',
  description:
    'Cards and IBAN by their check digits, in any language; persons, organisations and places as `text.entities` does. A name that ' +
    'is not found is not replaced: read the text before you publish it. A number is replaced whole.',
  input: TextRedactInput,
  output: TextRedactOutput,
  deterministic: true,
  tasks: ['entity-recognition', 'text-embedding'],
  examples: [{ text: 'Ada Lovelace paid with 4111 1111 1111 1111, write to ada@example.com.' }],

  setup({ model: open, network }) {
    const names = openNameTagger({ encoder: () => open('text-embedding'), network });
    return async ({ text, kinds = DEFAULT_KINDS, replacement, min_confidence: least }, { used }) => {
      const read = readText(text, REDACT_CHARACTERS);
      const report: TaggingReport = { known: 1, isCut: false, used };
      const all = await findKinds(read, new Set(kinds), (sentences) => names.tag(sentences, report));
      const found = all.filter(({ confidence }) => confidence >= least);
      const warnings = [...(scriptWarnings(report.known).warnings ?? []), ...(report.isCut ? [CUT] : [])];
      return { ...replaced(text, found, replacement), ...(warnings.length > 0 && { warnings }) };
    };
  },
});

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

function replaced(
  text: string,
  found: readonly FoundKind[],
  replacement: Replacement,
): Omit<TextRedactOutput, 'processing_time_ms'> {
  const redactions: TextRedaction[] = [];
  let [said, at] = ['', 0];
  for (const { kind, start, end, confidence } of found) {
    said += text.slice(at, start);
    const instead = insteadOf(text.slice(start, end), kind, replacement);
    const places = { start, end, redacted_start: said.length, redacted_end: said.length + instead.length };
    redactions.push({ kind, confidence: Number(confidence.toFixed(4)), ...places });
    said += instead;
    at = end;
  }
  return { text: said + text.slice(at), redactions };
}

function insteadOf(text: string, kind: RedactKind, replacement: Replacement): string {
  if (replacement === 'remove') return '';
  return replacement === 'kind' ? `[${kind}]` : text.replace(/[\p{L}\p{N}\p{M}]/gu, '*');
}
