/** The value below which the fraction `q` (0..1) of the values lies, interpolated between neighbours. NaN for none. */
export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * q;
  const [below, above] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!];
  return below + (above - below) * (position - Math.floor(position));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** A spread as figures: `<name>_min` and `<name>_max`. */
export const bounds = (name: string, { min, max }: Spread): Record<string, number> => ({
  [`${name}_min`]: min,
  [`${name}_max`]: max,
});

export function spread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * Runs the contestants in turn (A B A B …), so that a machine that changes its speed changes it for all of them.
 * The first turn of each is a warm-up and is not counted.
 * @returns what each turn measured, by contestant, in order.
 */
export async function interleave<Name extends string>(
  contestants: Record<Name, () => Promise<number>>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contestants) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const value = await contestants[name]();
      if (round > 0) measured[name].push(value);
    }
  }
  return measured;
}

/**
 * The ratio of each turn of ours to the mean of the peer's turns right before and right after it, so that a steady
 * drift of the machine cancels out. The peer goes first in each round.
 */
export function ratios(ours: readonly number[], peer: readonly number[]): number[] {
  return ours.map((value, i) => value / ((peer[i]! + (peer[i + 1] ?? peer[i]!)) / 2));
}
