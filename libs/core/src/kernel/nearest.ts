import { closest, distance } from 'fastest-levenshtein';

/** The known name that is most similar to a mistyped one; undefined when none is similar. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const best = closest(name, known);
  return distance(name, best) <= Math.max(2, Math.floor(name.length / 3)) ? best : undefined;
}

/** Ends an error message: ` Did you mean 'x'?` with the most similar known name, or an empty string when none is similar. */
export function suggest(name: string, known: readonly string[]): string {
  const best = nearest(name, known);
  return best ? ` Did you mean '${best}'?` : '';
}
