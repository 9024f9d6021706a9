/** The aligned parts of two texts. A part is undefined where only the other text has something. */
export interface Pair<T> {
  first?: T;
  second?: T;
}

/** The cost of a letter that the other text lacks. */
const ALONE = 1;

/** Aligns two texts at the lowest total cost. `cost` returns the cost of a pair, 0 for equal items. */
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
    // Costs are multiples of a half, so the sums are exact.
    if (row > 0 && column > 0 && here === at(row - 1, column - 1) + cost(first[row - 1]!, second[column - 1]!))
      pairs.push({ first: first[--row]!, second: second[--column]! });
    else if (column > 0 && here === at(row, column - 1) + ALONE) pairs.push({ second: second[--column]! });
    else pairs.push({ first: first[--row]! });
  }
  return pairs.reverse();
}
