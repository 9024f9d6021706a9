export interface Minimum {
  at: number[];
  value: number;
}

export interface MinimizeOptions {
  /** First steps from the start, one for each dimension. */
  steps: readonly number[];
  iterations: number;
  /** Ends when the best and the worst corner differ by no more than this part of the best. */
  tolerance: number;
}

/** The least value of `f` near `start`, by the simplex search of Nelder and Mead (1965). */
export function minimize(
  f: (at: readonly number[]) => number,
  start: readonly number[],
  { steps, iterations, tolerance }: MinimizeOptions,
): Minimum {
  const n = start.length;
  const corner = (at: number[]): Minimum => ({ at, value: f(at) });
  const simplex = [corner([...start]), ...start.map((_, i) => corner(start.map((v, j) => (i === j ? v + steps[i]! : v))))];
  const byValue = (a: Minimum, b: Minimum) => a.value - b.value;
  for (let round = 0; round < iterations; round++) {
    simplex.sort(byValue);
    const best = simplex[0]!;
    const worst = simplex[n]!;
    if (Math.abs(worst.value - best.value) <= tolerance * Math.abs(best.value)) break;
    const centre = new Array<number>(n).fill(0);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) centre[j]! += simplex[i]!.at[j]! / n;
    const along = (t: number) => corner(centre.map((c, j) => c + t * (worst.at[j]! - c)));
    const reflected = along(-1);
    if (reflected.value < best.value) {
      const expanded = along(-2);
      simplex[n] = expanded.value < reflected.value ? expanded : reflected;
    } else if (reflected.value < simplex[n - 1]!.value) {
      simplex[n] = reflected;
    } else {
      const contracted = along(reflected.value < worst.value ? -0.5 : 0.5);
      if (contracted.value < Math.min(reflected.value, worst.value)) simplex[n] = contracted;
      else for (let i = 1; i <= n; i++) simplex[i] = corner(simplex[i]!.at.map((v, j) => (v + best.at[j]!) / 2));
    }
  }
  return simplex.sort(byValue)[0]!;
}
