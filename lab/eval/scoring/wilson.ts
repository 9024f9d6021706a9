const Z = 1.96;

/** The 95 % interval of a share, after Wilson. */
export function wilson(hits: number, n: number): [low: number, high: number] {
  if (n === 0) return [NaN, NaN];
  const share = hits / n;
  const centre = share + (Z * Z) / (2 * n);
  const half = Z * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n));
  const all = 1 + (Z * Z) / n;
  return [Math.max(0, (centre - half) / all), (centre + half) / all];
}
