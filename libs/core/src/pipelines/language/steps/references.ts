import { suggest } from '../../../kernel';
import type { Diagnostics } from '../../syntax/diagnostics';

/** The steps of the same list that must end first: those in expressions, and those of `needs`. */
export function stepsBefore(
  used: ReadonlySet<string>,
  needs: readonly { value: string; at: number }[],
  siblings: readonly string[],
  diagnostics: Diagnostics,
): string[] {
  const after = new Set([...used].filter((name) => siblings.includes(name)));
  for (const { value, at } of needs) {
    if (siblings.includes(value)) after.add(value);
    else diagnostics.add(at, `No step of this list is called '${value}'.${suggest(value, siblings)}`);
  }
  return [...after];
}

/** Finds the rows of steps, as `step.property`, among the names that expressions refer to. */
export function rowsReferredTo(used: ReadonlySet<string>): string[] {
  return [...used].filter((name) => name.includes('.'));
}
