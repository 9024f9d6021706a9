/** An earlier error counts as similar if it has at least this part of the size. */
const ALIKE = 0.9;
/** The largest bonus for an error that exceeds all before it, as a power of ten. */
const MAX_GAIN = 3;

/**
 * How rare an error of this size was before each value, as −log10, with a bonus for one that exceeds all before it. NaN is not
 * counted.
 */
export function measureRarity(sizes: Float64Array): Float64Array {
  const sorted = sizes.filter((size) => !Number.isNaN(size)).sort();
  const counts = new Int32Array(sorted.length + 1);
  let [seen, largest] = [0, 0];
  return sizes.map((size) => {
    if (Number.isNaN(size)) return NaN;
    const alike = seen - countBelow(counts, firstAtLeast(sorted, ALIKE * size));
    const gain = alike === 0 && largest > 0 ? Math.min(MAX_GAIN, 2 * Math.log10(size / largest)) : 0;
    seen++;
    largest = Math.max(largest, size);
    for (let i = firstAtLeast(sorted, size) + 1; i < counts.length; i += i & -i) counts[i]!++;
    return Math.log10(seen / (alike + 1)) + gain;
  });
}

/** The prefix sum of a Fenwick tree: how many entries lie before a place. */
function countBelow(counts: Int32Array, place: number): number {
  let sum = 0;
  for (let i = place; i > 0; i -= i & -i) sum += counts[i]!;
  return sum;
}

function firstAtLeast(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
