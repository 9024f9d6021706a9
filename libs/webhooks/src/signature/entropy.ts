/**
 * An upper bound of what a secret has in bits: the Shannon entropy of its values, in which each run counts once (`aaaa`, `1234`,
 * `fedc`), because who guesses tries runs first.
 */
export function bitsOf(values: readonly number[]): number {
  const kept = values.filter(
    (value, index) => index < 2 || value - values[index - 1]! !== values[index - 1]! - values[index - 2]!,
  );
  const counts = new Map<number, number>();
  for (const value of kept) counts.set(value, (counts.get(value) ?? 0) + 1);
  const bits = [...counts.values()].reduce((sum, count) => sum - count * Math.log2(count / kept.length), 0);
  return bits;
}
