import type { ASTNode } from '@marcbachmann/cel-js';
import { countedValue, spend, spendOnText } from './work';

/** A node with what the library adds when it checks the types. */
type Checked = ASTNode & { handle?: (...values: never[]) => unknown };

/** This many nodes of a loop's body cost as much as one visited value. */
const NODES_OF_A_VALUE = 4;
/** This many numbers or short texts are compared in the time of one visited value. */
const COMPARED = 16;
/** Characters per unit of work in operations where it is not 64. */
const COMPARED_CHARACTERS = 256;
const CHARACTERS: Readonly<Record<string, number>> = { size: 24, lowerAscii: 8, upperAscii: 8 };
/** Functions that search a text in another one. In the worst case, they compare each character of one with each of the other. */
const SEARCHES = ['contains', 'indexOf', 'lastIndexOf', 'split_', 'replace'];
const SEARCHED_CHARACTERS = 16;
const SEARCHED_PAIRS = 150;

/** The additional cost of each value that a loop visits, for the body's nodes. */
export const costOfBody = (nodes: number): number => Math.floor(nodes / NODES_OF_A_VALUE);

/** Makes a node count its work before doing it, if the work grows with its values. The types must have been checked. */
export function priced(node: ASTNode): void {
  const checked = node as Checked;
  const { handle } = checked;
  const price = handle && priceOf(node);
  if (!price) return;
  checked.handle = (...values) => {
    price(...values);
    return handle(...values);
  };
}

function priceOf({ op, args }: ASTNode): ((...values: unknown[]) => void) | undefined {
  if (op === '==' || op === '!=') return (left, right) => payToCompare(left, right);
  if (['<', '<=', '>', '>='].includes(op)) return (left, right) => payToCompare(left, right);
  if (op === 'in') return payToFind;
  if (op === '+') return payToJoin;
  if (op !== 'call' && op !== 'rcall') return undefined;
  const [name] = args as unknown as [string];
  return (values) => payForCall(name, values as unknown[]);
}

function payToCompare(left: unknown, right: unknown): void {
  if (typeof left === 'string' && typeof right === 'string') spend(Math.min(left.length, right.length) / COMPARED_CHARACTERS);
  else if (isObject(left) && isObject(right)) countedValue(left);
}

/** Each element is compared; a list or a map with its whole content. */
function payToFind(value: unknown, list: unknown): void {
  if (!Array.isArray(list)) return;
  if (isObject(value)) countedValue(list);
  else spend(list.length / COMPARED);
  if (typeof value === 'string') spend((list.length * value.length) / COMPARED / COMPARED_CHARACTERS);
}

function payToJoin(left: unknown, right: unknown): void {
  if (Array.isArray(left) && Array.isArray(right)) spend((left.length + right.length) / COMPARED);
}

function payForCall(name: string, values: readonly unknown[]): void {
  const [text, wanted] = values;
  if (typeof text !== 'string') return;
  const characters = CHARACTERS[name];
  if (characters !== undefined) spend(text.length / characters);
  else if (SEARCHES.includes(name) && typeof wanted === 'string')
    spend(text.length / SEARCHED_CHARACTERS + (text.length * wanted.length) / SEARCHED_PAIRS);
  else spendOnText(text.length);
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
