/** A place of two texts: what the one has there, and what the other. One of them is absent where the other has more. */
export interface Pair<T> {
  first?: T;
  second?: T;
}

/** What must be paid for a letter that the other text has not. */
const ALONE = 1;

/** Two texts side by side, so that the sum of the costs is the least. `cost` is that of a pair, 0 for what is the same. */
export function aligned<T>(first: readonly T[], second: readonly T[], cost: (first: T, second: T) => number): Pair<T>[] {
  const width = second.length + 1;
  const least = new Float32Array((first.length + 1) * width);
  const at = (row: number, column: number): number => least[row * width + column]!;
  for (let row = 0; row <= first.length; row++)
    for (let column = 0; column <= second.length; column++) {
      if (row === 0 || column === 0) least[row * width + column] = ALONE * (row + column);
      else {
        const together = at(row - 1, column - 1) + cost(first[row - 1]!, second[column - 1]!);
        least[row * width + column] = Math.min(together, at(row - 1, column) + ALONE, at(row, column - 1) + ALONE);
      }
    }
  const pairs: Pair<T>[] = [];
  let [row, column] = [first.length, second.length];
  while (row > 0 || column > 0) {
    const here = at(row, column);
    // Costs are sums of halves: exact as numbers.
    if (row > 0 && column > 0 && here === at(row - 1, column - 1) + cost(first[row - 1]!, second[column - 1]!))
      pairs.push({ first: first[--row]!, second: second[--column]! });
    else if (column > 0 && here === at(row, column - 1) + ALONE) pairs.push({ second: second[--column]! });
    else pairs.push({ first: first[--row]! });
  }
  return pairs.reverse();
}
