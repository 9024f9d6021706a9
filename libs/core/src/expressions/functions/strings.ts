import { ExpressionError } from '../error';
import { spend, spendOnText } from '../work';
import type { CelFunction } from './function';

/** Text functions as in CEL's extended library. Those with `_` replace functions of ours or of the library: see `rename`. */
export const STRING_FUNCTIONS: readonly CelFunction[] = [
  {
    signature: 'string.replace(string, string): string',
    handler: (text: string, old: string, by: string) => replace(text, old, by),
  },
  {
    signature: 'string.replace(string, string, int): string',
    handler: (text: string, old: string, by: string, most: bigint) => replace(text, old, by, Number(most)),
  },
  { signature: 'string.charAt(int): string', handler: charAt },
  { signature: 'string.reverse(): string', handler: reverse },
  { signature: 'string.split_(string): list<string>', handler: (text: string, by: string) => split(text, by) },
  {
    signature: 'string.split_(string, int): list<string>',
    handler: (text: string, by: string, most: bigint) => split(text, by, Number(most)),
  },
  { signature: 'list.join_(): string', handler: (list: unknown[]) => join(list, '') },
  { signature: 'list.join_(string): string', handler: join },
];

/** Replaces the first `most` occurrences; -1 replaces all. */
function replace(text: string, old: string, by: string, most = -1): string {
  const parts = split(text, old, most < 0 ? -1 : most + 1);
  return join(parts, by);
}

/** Splits into at most `most` parts; the last part has the rest. -1 sets no limit. */
function split(text: string, by: string, most = -1): string[] {
  if (most === 0) return [];
  spendOnText(text.length);
  const parts = text.split(by);
  spend(parts.length);
  return most < 0 || parts.length <= most ? parts : [...parts.slice(0, most - 1), parts.slice(most - 1).join(by)];
}

/** @throws ExpressionError if not all values are texts, or the result would become too long. */
function join(list: unknown[], by: string): string {
  spend(list.length);
  let length = 0;
  for (const each of list) {
    if (typeof each !== 'string') throw new ExpressionError('join() needs a list of texts: use string(x) for numbers.', 0);
    length += each.length + by.length;
  }
  spendOnText(length);
  return list.join(by);
}

/** At the end of the text the result is empty, as in CEL. */
function charAt(text: string, at: bigint): string {
  const index = Number(at);
  if (index < 0 || index > text.length) throw new ExpressionError(`charAt(${index}) is outside a text of ${text.length}.`, 0);
  return text.charAt(index);
}

function reverse(text: string): string {
  spendOnText(text.length);
  return [...text].reverse().join('');
}
