/** Of the normal distribution: 19 of 20. */
const Z = 1.96;

/** The interval that holds the true accuracy in 19 of 20 cases. @param entries that the share was found among. */
export function toldInterval(share: number, entries: number): [number, number] {
  const middle = share + (Z * Z) / (2 * entries);
  const width = Z * Math.sqrt((share * (1 - share)) / entries + (Z * Z) / (4 * entries * entries));
  const scale = 1 + (Z * Z) / entries;
  return [Math.max(0, (middle - width) / scale), Math.min(1, (middle + width) / scale)];
}
