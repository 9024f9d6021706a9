import { Condition, PerceptError } from '@percept/core';

const MAX_CACHED = 200;
/** Values that the loops of a filter may visit: about ten milliseconds, in which nothing else happens. */
const MAX_WORK = 40_000;

/** Compiling takes longer than evaluating, and every event asks. */
const compiled = new Map<string, Condition>();

/**
 * A CEL expression over an event's `type` and `data` that says whether the endpoint wants it.
 * @throws INVALID_REQUEST for `filter`, with the place and the reason.
 */
export function checkFilter(source: string): string {
  conditionOf(source);
  return source;
}

/** An expression that does not fit the event (a field that this one does not have), or that does too much work, does not want it. */
export function passesFilter(source: string | null, { type, data }: { type: string; data: Record<string, unknown> }): boolean {
  if (source === null) return true;
  try {
    return conditionOf(source).holds({ type, data });
  } catch (error) {
    // What is stored was checked by the version that stored it.
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
