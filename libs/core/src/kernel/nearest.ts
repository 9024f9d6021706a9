import { closest, distance } from 'fastest-levenshtein';

/** The known name that a mistyped one most likely meant; undefined where none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const best = closest(name, known);
  return distance(name, best) <= Math.max(2, Math.floor(name.length / 3)) ? best : undefined;
}

/** ` Did you mean 'x'?` or nothing. */
export function suggest(name: string, known: readonly string[]): string {
  const best = nearest(name, known);
  return best ? ` Did you mean '${best}'?` : '';
}
