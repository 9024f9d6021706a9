import { sentencesOf } from '../reading/sentences';
import type { Readable } from '../reading/readable';
import type { EntityType, Found } from './found';
import { withoutOverlaps } from './found';
import { findNames, type TagWords } from './names';
import { findCards, findIbans } from './rules/account-numbers';
import { findAmounts } from './rules/amounts';
import { findAddresses, findLinks, findTags } from './rules/links';
import { findMoments } from './rules/moments';
import { findNamedDays } from './rules/named-days';
import { findPhones } from './rules/phones';
import { NAME_TYPES } from './tags';

/** The entities of these types; offsets refer to the text as it was sent. */
export async function findEntities(read: Readable, wanted: ReadonlySet<EntityType>, tag: TagWords): Promise<Found[]> {
  const { text } = read;
  const sentences = sentencesOf(text);
  const when = (types: EntityType[], find: () => Found[]): Found[] => (types.some((type) => wanted.has(type)) ? find() : []);
  const names = NAME_TYPES.some((type) => wanted.has(type)) ? (await findNames(sentences, tag)).flat() : [];
  const found = [
    ...when(['URL', 'EMAIL'], () => findLinks(text)),
    ...when(['HASHTAG', 'MENTION'], () => findTags(text)),
    ...when(['IP_ADDRESS'], () => findAddresses(text)),
    ...when(['IBAN'], () => findIbans(text)),
    ...when(['CARD'], () => findCards(text)),
    ...findAmounts(text, wanted),
    ...when(['DATE'], () => findNamedDays(text)),
    ...when(['DATE', 'TIME'], () => findMoments(sentences)),
    ...when(['PHONE'], () => findPhones(text)),
    ...names,
  ];
  return withoutOverlaps(found.filter(({ type }) => wanted.has(type))).map((each) => ({
    ...each,
    ...read.place(each.start, each.end),
  }));
}
