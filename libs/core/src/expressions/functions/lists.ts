import { ExpressionError } from '../error';
import { countedValue, spend } from '../work';
import type { CelFunction } from './function';

type Sortable = number | bigint | string | boolean | Date;

const KINDS: Record<string, string> = { number: 'numbers', bigint: 'numbers', string: 'texts', boolean: 'booleans' };

/** List functions as in CEL's extended library; `avg` and `sortBy` with a field are our own. */
export const LIST_FUNCTIONS: readonly CelFunction[] = [
  { signature: 'list.flatten(): list', handler: flatten },
  { signature: 'list.min(): dyn', handler: (list: unknown[]) => first(sorted(list, 'min'), 'min') },
  { signature: 'list.max(): dyn', handler: (list: unknown[]) => first(sorted(list, 'max').reverse(), 'max') },
  { signature: 'list.sum(): dyn', handler: (list: unknown[]) => sum(list, 'sum') },
  { signature: 'list.avg(): double', handler: average },
  { signature: 'list.sort(): list', handler: (list: unknown[]) => sorted(list, 'sort') },
  { signature: 'list.sortBy(string): list', handler: sortBy },
  { signature: 'list.distinct(): list', handler: distinct },
  { signature: 'list.reverse(): list', handler: (list: unknown[]) => [...counted(list)].reverse() },
  { signature: 'list.slice(int, int): list', handler: slice },
  { signature: 'list.indexOf(dyn): int', handler: indexOf },
  { signature: 'int.lists_range(): list<int>', handler: (length: bigint) => range(length) },
  { signature: 'double.lists_range(): list<int>', handler: (length: number) => range(length) },
];

/** Returns the list if the remaining work allows visiting it. */
function counted(list: unknown[], timesEach = 1): unknown[] {
  spend(list.length * timesEach);
  return list;
}

/** Flattens a list of lists; values that are not lists stay as they are. */
function flatten(list: unknown[]): unknown[] {
  const length = list.reduce((sum: number, each) => sum + (Array.isArray(each) ? each.length : 1), 0);
  spend(length);
  return list.flat();
}

function sorted(list: unknown[], name: string): Sortable[] {
  const values = sortable(counted(list, 1 + Math.ceil(Math.log2(list.length + 1))), name);
  return values.sort(compare);
}

function compare(a: Sortable, b: Sortable): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** Copies a list whose values can be compared with each other. @throws ExpressionError for any other list. */
function sortable(list: unknown[], name: string): Sortable[] {
  const kinds = new Set(list.map(kindOf));
  const [kind] = kinds;
  if (list.length > 0 && (kinds.size > 1 || kind === undefined)) {
    throw new ExpressionError(`${name}() needs a list of only numbers, only texts, only booleans or only timestamps.`, 0);
  }
  return [...list] as Sortable[];
}

function kindOf(value: unknown): string | undefined {
  return value instanceof Date ? 'timestamps' : KINDS[typeof value];
}

function first(list: Sortable[], name: string): Sortable {
  const [value] = list;
  if (value === undefined) {
    throw new ExpressionError(
      `${name}() of an empty list has no value. Ask first, such as: xs.size() > 0 ? xs.${name}() : 0.`,
      0,
    );
  }
  return value;
}

/** The sum is an integer if all values are. */
function sum(list: unknown[], name: string): number | bigint {
  if (counted(list).some((each) => kindOf(each) !== 'numbers')) {
    throw new ExpressionError(`${name}() needs a list of numbers.`, 0);
  }
  const values = list as (number | bigint)[];
  const areWhole = values.every((each) => typeof each === 'bigint' || Number.isSafeInteger(each));
  if (areWhole) return values.reduce((all: bigint, each) => all + BigInt(each), 0n);
  return values.reduce((all: number, each) => all + Number(each), 0);
}

function average(list: unknown[]): number {
  const total = sum(list, 'avg');
  if (list.length === 0) first([], 'avg');
  return Number(total) / list.length;
}

/** Sorts maps by one of their fields. */
function sortBy(list: unknown[], field: string): unknown[] {
  counted(list, 1 + Math.ceil(Math.log2(list.length + 1)));
  const rows = list as Record<string, unknown>[];
  const lacking = rows.findIndex((row) => typeof row !== 'object' || row === null || !Object.hasOwn(row, field));
  if (lacking >= 0)
    throw new ExpressionError(`sortBy() needs the field '${field}' in every map; the one at ${lacking} has none.`, 0);
  const keys = sortable(
    rows.map((row) => row[field]),
    'sortBy',
  );
  const order = rows.map((_, index) => index).sort((a, b) => compare(keys[a]!, keys[b]!));
  return order.map((index) => rows[index]);
}

/** Keeps the first of equal values, in the original order. Lists and maps are compared by content. */
function distinct(list: unknown[]): unknown[] {
  countedValue(list);
  const seen = new Map<string, unknown>();
  for (const each of list) {
    const key = identity(each);
    if (!seen.has(key)) seen.set(key, each);
  }
  return [...seen.values()];
}

function indexOf(list: unknown[], value: unknown): bigint {
  countedValue(list);
  const wanted = identity(value);
  return BigInt(list.findIndex((each) => identity(each) === wanted));
}

/** A text that is the same for equal values: for 1 and 1.0, and for maps with any order of keys. */
function identity(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return `time ${value.getTime()}`;
  if (Array.isArray(value)) return `[${value.map(identity).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${identity(each)}`);
  return `{${entries.sort().join()}}`;
}

function slice(list: unknown[], from: bigint, to: bigint): unknown[] {
  const [start, end] = [Number(from), Number(to)];
  if (start < 0 || end < start || end > list.length) {
    throw new ExpressionError(`slice(${start}, ${end}) is outside a list of ${list.length}.`, 0);
  }
  spend(end - start);
  return list.slice(start, end);
}

function range(given: bigint | number): bigint[] {
  const length = Number(given);
  if (!Number.isInteger(length) || length < 0) throw new ExpressionError('lists.range() needs a whole number from 0.', 0);
  spend(length);
  return Array.from({ length }, (_, index) => BigInt(index));
}
