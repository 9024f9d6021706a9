import type { BoundingBox, RecognizedLine } from '@percept/sdk/models';
import { joinOverlaps, type FindKinds } from '../../text/redact/find-kinds';
import type { EntityType, FoundSpan } from '../../text/entities/found';
import { findLongNumbers } from '../../text/entities/rules/account-numbers';
import type { TaggingReport } from '../../text/entities/name-tagger';
import { groupRows } from '../text/rows';

/** The confidence of a long number with wrong check digits: a digit may have been misread. */
const MISREAD = 0.5;

/** One or more words of a kind. */
export interface FoundText {
  kind: EntityType;
  confidence: number;
  bounding_box: BoundingBox;
}

interface Word {
  start: number;
  end: number;
  bounding_box: BoundingBox;
}

/** Finds the words of a picture that are of these kinds, always whole words. */
export async function findTextKinds(
  lines: readonly RecognizedLine[],
  kinds: readonly EntityType[],
  { find, report }: { find: FindKinds; report: TaggingReport },
): Promise<FoundText[]> {
  const { text, words } = textOf(lines);
  if (text.trim() === '') return [];
  const found = joinOverlaps([...(await find(text, kinds, report)), ...longNumbers(text, kinds)]);
  return found.flatMap(({ type: kind, confidence, start, end }) =>
    words
      .filter((word) => word.start < end && word.end > start)
      .map(({ bounding_box }) => ({ kind, confidence: Number(confidence.toFixed(4)), bounding_box })),
  );
}

function longNumbers(text: string, kinds: readonly EntityType[]): FoundSpan[] {
  const type = kinds.find((each) => each === 'CARD' || each === 'IBAN');
  return type === undefined ? [] : findLongNumbers(text).map((each) => ({ ...each, type, confidence: MISREAD }));
}

/**
 * Joins printed rows to lines of a text, with the place of each word, so that a number becomes whole even if its groups were read
 * apart.
 */
function textOf(lines: readonly RecognizedLine[]): { text: string; words: Word[] } {
  const words: Word[] = [];
  let text = '';
  for (const row of groupRows(lines)) {
    for (const line of row.lines)
      for (const { text: word, bounding_box } of lines[line]!.words) {
        words.push({ start: text.length, end: text.length + word.length, bounding_box });
        text += `${word} `;
      }
    text = `${text.trimEnd()}\n`;
  }
  return { text, words };
}
