/**
 * For the normal distribution, 1.96 covers 19 of 20. This is a quarter more, because the models of the folds share most of their
 * pictures. Chosen with `npm run eval -- teach`.
 */
const Z = 2.45;
/** The interval that contains the true accuracy in 19 of 20 cases. @param entries the number that the share was measured on. */
export function toldInterval(share: number, entries: number): [number, number] {
  return [bound(share, entries, -1), bound(share, entries, 1)];
}

/** An end of Wilson's interval. */
function bound(share: number, entries: number, side: -1 | 1): number {
  const width = Z * Math.sqrt((share * (1 - share)) / entries + (Z * Z) / (4 * entries * entries));
  return Math.min(1, Math.max(0, (share + (Z * Z) / (2 * entries) + side * width) / (1 + (Z * Z) / entries)));
}
