import { ExpressionError } from './error';

/** Values that the loops of one evaluation may visit and that its result may hold: about 40 milliseconds of work. */
export const MAX_WORK = 400_000;

/** The work that the current evaluation may still do; evaluations never overlap. */
let workLeft = MAX_WORK;
/** Made once: `exists` and `all` go on after an error, and would meet it for each value that is left. */
let usedUp: ExpressionError | undefined;

/** Begins the account of an evaluation. */
export function allowWork(work: number): void {
  workLeft = work;
  usedUp = undefined;
}

/** `exists` and `&&` go on after an error. @throws ExpressionError when the evaluation had used up its share. */
export function checkWork(): void {
  if (usedUp) throw usedUp;
}

/** Counts work before it is done. @throws ExpressionError when the evaluation has used up its share. */
export function spend(work: number, reason = 'The expression does too much work: its lists are too long.'): void {
  workLeft -= work;
  if (workLeft < 0) throw (usedUp ??= new ExpressionError(reason, 0));
}

/** The work that a value costs: 64 characters of a text cost as much as a number. */
export function costOf(value: unknown): number {
  return typeof value === 'string' ? 1 + value.length / 64 : 1;
}

/** Counts the work of making a text before it is made. */
export function spendOnText(length: number): void {
  spend(1 + length / 64, 'The expression does too much work: its texts are too long.');
}

/**
 * Counts a value with everything inside it before a function visits it: lists of lists grow exponentially.
 * @param costOfEach what each element or key costs besides.
 */
export function bounded(value: unknown, costOfEach = 0): unknown {
  if (costOfEach > 0 && typeof value === 'object' && value !== null)
    spend(costOfEach * (Array.isArray(value) ? value.length : Object.keys(value).length));
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    spend(costOf(next));
    if (typeof next === 'object' && next !== null) for (const each of Object.values(next)) waiting.push(each);
  }
  return value;
}
