import type { RereadLine } from '@percept/sdk/models';
import type { ReadCharacter } from '../ctc';
import { lookAlikesOfFirst } from './look-alikes-of-first';
import { marksOfFirst } from './marks-of-first';
import { pairsOf, wordsOfPairs } from './pairs';
import { placeOf, type FirstReading, type Strip } from './second-reading';
import { missingSigns, signsOfFirst } from './signs-of-first';

const WORD = /[\p{L}\d'’]/u;

/**
 * The second reading, corrected where the first model reads better: some marks and signs, and digits and capitals that fit the
 * word.
 */
export function withLettersOfFirst(
  second: RereadLine,
  length: number,
  first: FirstReading,
  alphabet: readonly string[],
): RereadLine {
  const pairs = pairsOf(first.characters, second.characters);
  const strip = { steps: second.spaces.length, length };
  const instead = new Map<ReadCharacter, ReadCharacter | undefined>([
    ...wordsOfPairs(pairs, WORD).flatMap(lookAlikesOfFirst),
    ...(first.isMarked ? marksOfFirst(pairs) : []),
    ...signsOfFirst(pairs, alphabet),
  ]);
  const missing = missingSigns(pairs, alphabet).map((sign) => moved(sign, first.strip, strip));
  if (instead.size === 0 && missing.length === 0) return second;
  const kept = second.characters.flatMap((each) => (instead.has(each) ? (instead.get(each) ?? []) : each));
  return { ...second, characters: [...kept, ...missing].sort((a, b) => a.step - b.step) };
}

function moved(sign: ReadCharacter, from: Strip, to: Strip): ReadCharacter {
  const step = Math.floor((placeOf(sign, from) / to.length + 0.5) * to.steps);
  const inside = Math.min(to.steps - 1, Math.max(0, step));
  return { ...sign, step: inside, last: inside };
}
