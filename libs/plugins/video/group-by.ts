/** Groups values by the key that `of` returns, in the order of first appearance. */
export function grouped<K, V>(values: readonly V[], of: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const key = of(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
