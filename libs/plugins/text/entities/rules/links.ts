import { isIP } from 'node:net';
import { find } from 'linkifyjs';
import type { FoundSpan } from '../found';
import { IN_LINK } from '../marks';

/** Only words with one of these can contain a link; others are not searched. */
const MAY_BE_LINK = /[@.:]/;
/** Longer runs without a space are not addresses. */
const LONGEST = 2_100;
const TAG = /(?<![\p{L}\p{M}\p{N}_@#&/])([@#])(?=[\p{L}\p{N}_]*[\p{L}_])[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]{0,138}/gu;
const ADDRESS = /(?<![\p{L}\p{N}.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7})(?![\p{L}\p{N}:]|\.\d)/giu;
/** A word, or a part of it between two marks. */
const PART = new RegExp(`${IN_LINK}+`, 'gu');
/** The confidence of an entity that its form proves. */
const CERTAIN = 0.99;

/** Links and mail addresses, by `linkifyjs`, word by word. */
export function findLinks(text: string): FoundSpan[] {
  const found: FoundSpan[] = [];
  for (const { 0: word, index } of text.matchAll(PART)) {
    if (word.length > LONGEST || !MAY_BE_LINK.test(word) || !/[\p{L}\p{N}]/u.test(word)) continue;
    for (const { type, start, end } of find(word)) {
      const kind = type === 'email' ? 'EMAIL' : 'URL';
      if (kind === 'URL' && isIP(word.slice(start, end)) !== 0) continue;
      found.push({ type: kind, start: start + index, end: end + index, confidence: CERTAIN });
    }
  }
  return found;
}

/** `@name` and `#topic`; `#1` is a number instead. */
export function findTags(text: string): FoundSpan[] {
  return Array.from(text.matchAll(TAG), ({ 0: tag, 1: sign, index }) => ({
    type: sign === '@' ? ('MENTION' as const) : ('HASHTAG' as const),
    start: index,
    end: index + tag.length,
    confidence: CERTAIN,
  }));
}

/** IPv4 and IPv6 addresses, as Node reads them. `::` alone is a mark. */
export function findAddresses(text: string): FoundSpan[] {
  return Array.from(text.matchAll(ADDRESS))
    .filter(({ 0: address }) => address.length > 2 && isIP(address) !== 0)
    .map(({ 0: address, index }) => ({ type: 'IP_ADDRESS', start: index, end: index + address.length, confidence: CERTAIN }));
}
