import { Condition } from '@percept/core';
import { PerceptError } from '@percept/sdk';

const MAX_CACHED = 200;
/** The maximum number of values that the loops of a filter may visit: about ten milliseconds, which block the thread. */
const MAX_WORK = 40_000;

/** Compiling takes longer than evaluating, and every event needs it. */
const compiled = new Map<string, Condition>();

/**
 * Checks a CEL expression over an event's `type` and `data` that says whether the endpoint wants it.
 * @throws INVALID_REQUEST for `filter`, with the place and the reason.
 */
export function checkFilter(source: string): string {
  conditionOf(source);
  return source;
}

/** Whether an event passes. It does not if the expression does not fit it (a missing field) or does too much work. */
export function passesFilter(source: string | null, { type, data }: { type: string; data: Record<string, unknown> }): boolean {
  if (source === null) return true;
  try {
    return conditionOf(source).holds({ type, data });
  } catch (error) {
    // The version that stored the filter has checked it.
    if (error instanceof PerceptError) return false;
    throw error;
  }
}

function conditionOf(source: string): Condition {
  const known = compiled.get(source);
  if (known) return known;
  const made = new Condition(source, ['type', 'data'], MAX_WORK);
  if (compiled.size >= MAX_CACHED) compiled.clear();
  compiled.set(source, made);
  return made;
}
