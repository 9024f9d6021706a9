/**
 * Of the normal distribution 1.96 is 19 of 20. A quarter more, because the models of the folds share most of their pictures: chosen
 * with `npm run eval -- teach`.
 */
const Z = 2.45;
/** How many errors the models of the folds, which saw a fifth fewer pictures, make for one of the model itself, at most: by the same. */
const MORE_ERRORS = 1.25;

/** The interval that holds the true accuracy in 19 of 20 cases. @param entries that the share was found among. */
export function toldInterval(share: number, entries: number): [number, number] {
  return [bound(share, entries, -1), bound(1 - (1 - share) / MORE_ERRORS, entries, 1)];
}

/** An end of Wilson's interval. */
function bound(share: number, entries: number, side: -1 | 1): number {
  const width = Z * Math.sqrt((share * (1 - share)) / entries + (Z * Z) / (4 * entries * entries));
  return Math.min(1, Math.max(0, (share + (Z * Z) / (2 * entries) + side * width) / (1 + (Z * Z) / entries)));
}
