import { ExpressionError } from './error';

/**
 * Maximum number of values that the loops of one evaluation may visit, and that its result may hold: about 40 milliseconds of work.
 */
export const MAX_WORK = 400_000;

/** The work that the current evaluation may still do; evaluations never overlap. */
let workLeft = MAX_WORK;
/** Created once: `exists` and `all` continue after an error, and would create one for each remaining value. */
let usedUp: ExpressionError | undefined;

/** Sets the work that the next evaluation may do. */
export function allowWork(work: number): void {
  workLeft = work;
  usedUp = undefined;
}

/** Needed because `exists` and `&&` continue after an error. @throws ExpressionError if the evaluation has used up its work. */
export function checkWork(): void {
  if (usedUp) throw usedUp;
}

/** Counts work before it is done. @throws ExpressionError when the evaluation has used up its work. */
export function spend(work: number, reason = 'The expression does too much work: its lists are too long.'): void {
  workLeft -= work;
  if (workLeft < 0) throw (usedUp ??= new ExpressionError(reason, 0));
}

/** The work that a value costs: 64 characters of a text cost as much as a number. */
export function measureCost(value: unknown): number {
  return typeof value === 'string' ? 1 + value.length / 64 : 1;
}

/** Counts the work of creating a text before it is created. */
export function spendOnText(length: number): void {
  spend(1 + length / 64, 'The expression does too much work: its texts are too long.');
}

/**
 * Counts a value with its whole content before a function visits it, because lists of lists grow exponentially.
 * @param costOfEach additional cost of each element or key.
 */
export function countedValue(value: unknown, costOfEach = 0): unknown {
  if (costOfEach > 0 && typeof value === 'object' && value !== null)
    spend(costOfEach * (Array.isArray(value) ? value.length : Object.keys(value).length));
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    spend(measureCost(next));
    if (typeof next === 'object' && next !== null) for (const each of Object.values(next)) waiting.push(each);
  }
  return value;
}
