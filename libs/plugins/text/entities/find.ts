import { splitSentences } from '../reading/sentences';
import type { Readable } from '../reading/readable';
import { ENTITY_TYPES, withoutOverlaps, type EntityType, type FoundSpan } from './found';
import { findNames, type TagWords } from './names';
import { findCards, findIbans } from './rules/account-numbers';
import { findAmounts } from './rules/amounts';
import { findAddresses, findLinks, findTags } from './rules/links';
import { findMoments } from './rules/moments';
import { findClockTimes, findNamedDays } from './rules/named-days';
import { findPhones } from './rules/phones';
import { NAME_TYPES } from './tags';

/** The entities of these types; offsets refer to the text as it was sent. */
export async function findEntities(read: Readable, wanted: ReadonlySet<EntityType>, tag: TagWords): Promise<FoundSpan[]> {
  const { text } = read;
  const sentences = splitSentences(text);
  const hasNames = NAME_TYPES.some((type) => wanted.has(type));
  const when = (types: EntityType[], find: () => FoundSpan[]): FoundSpan[] =>
    hasNames || types.some((type) => wanted.has(type)) ? find() : [];
  const byForm = [
    ...when(['URL', 'EMAIL'], () => findLinks(text)),
    ...when(['HASHTAG', 'MENTION'], () => findTags(text)),
    ...when(['IP_ADDRESS'], () => findAddresses(text)),
    ...when(['IBAN'], () => findIbans(text)),
    ...when(['CARD'], () => findCards(text)),
    ...findAmounts(text, hasNames ? new Set(ENTITY_TYPES) : wanted),
    ...when(['DATE'], () => findNamedDays(text)),
    ...when(['TIME'], () => findClockTimes(text)),
    ...when(['DATE', 'TIME'], () => findMoments(sentences)),
    ...when(['PHONE'], () => findPhones(text)),
  ];
  const names = hasNames ? (await findNames(sentences, tag, takenBy(byForm, text))).flat() : [];
  return withoutOverlaps([...byForm, ...names].filter(({ type }) => wanted.has(type))).map((each) => ({
    ...each,
    ...read.place(each.start, each.end),
  }));
}

/** Types whose words may belong to a name: `#Berlin`, `5 Seconds of Summer`. */
const MAY_BE_NAME: ReadonlySet<EntityType> = new Set(['HASHTAG', 'MENTION', 'QUANTITY', 'PERCENT']);
const CERTAIN = 0.9;

/** Marks the characters of a text that belong to a sure find, so to no name. A weekday alone may: `Sunday Times`. */
export function takenBy(byForm: readonly FoundSpan[], text: string): Uint8Array {
  const taken = new Uint8Array(text.length);
  for (const { type, start, end, confidence } of byForm) {
    const isCertain = confidence >= CERTAIN && !MAY_BE_NAME.has(type) && (type !== 'DATE' || /\d/.test(text.slice(start, end)));
    if (isCertain) taken.fill(1, start, end);
  }
  return taken;
}
