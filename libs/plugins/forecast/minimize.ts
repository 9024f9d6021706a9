interface Minimum {
  at: number[];
  value: number;
}

interface MinimizeOptions {
  /** First steps from the start, one for each dimension. */
  steps: readonly number[];
  iterations: number;
  /** The search ends when the best and the worst corner differ by no more than this part of the best. */
  tolerance: number;
}

/** Finds the minimum of `f` near `start` by Nelder and Mead's simplex search (1965). `f` must not keep the array that it gets. */
function minimizeSimplex(
  f: (at: readonly number[]) => number,
  start: readonly number[],
  { steps, iterations, tolerance }: MinimizeOptions,
): Minimum {
  const n = start.length;
  const corner = (at: number[]): Minimum => ({ at, value: f(at) });
  const simplex = [corner([...start]), ...start.map((_, i) => corner(start.map((v, j) => (i === j ? v + steps[i]! : v))))];
  const centre = new Array<number>(n).fill(0);
  // Corners are reused: allocating them took a quarter of the time of a forecast.
  let [first, second] = [corner([...start]), corner([...start])];
  const move = (to: Minimum, part: number): Minimum => {
    const worst = simplex[n]!.at;
    for (let j = 0; j < n; j++) to.at[j] = centre[j]! + part * (worst[j]! - centre[j]!);
    to.value = f(to.at);
    return to;
  };
  for (let round = 0; round < iterations; round++) {
    sortByValue(simplex);
    const [best, worst] = [simplex[0]!, simplex[n]!];
    if (Math.abs(worst.value - best.value) <= tolerance * Math.abs(best.value)) break;
    centre.fill(0);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) centre[j]! += simplex[i]!.at[j]! / n;
    const reflected = move(first, -1);
    let better: Minimum | undefined;
    if (reflected.value < best.value) {
      const expanded = move(second, -2);
      better = expanded.value < reflected.value ? expanded : reflected;
    } else if (reflected.value < simplex[n - 1]!.value) {
      better = reflected;
    } else {
      const contracted = move(second, reflected.value < worst.value ? -0.5 : 0.5);
      if (contracted.value < Math.min(reflected.value, worst.value)) better = contracted;
      else for (let i = 1; i <= n; i++) simplex[i] = corner(simplex[i]!.at.map((v, j) => (v + best.at[j]!) / 2));
    }
    if (!better) continue;
    simplex[n] = better;
    if (better === first) first = worst;
    else second = worst;
  }
  sortByValue(simplex);
  return simplex[0]!;
}

/** Step size of a search that begins near its end, relative to the usual one. */
const SMALL = 0.25;

/** The best result of searches from each start, or of one search in small steps if the end is known to be near. */
export function minimizeFrom(
  f: (at: readonly number[]) => number,
  starts: readonly (readonly number[])[],
  { near, ...options }: MinimizeOptions & { near?: readonly number[] },
): Minimum {
  if (near) return minimizeSimplex(f, near, { ...options, steps: options.steps.map((step) => step * SMALL) });
  return starts.map((each) => minimizeSimplex(f, each, options)).sort((a, b) => a.value - b.value)[0]!;
}

/** Sorts by insertion, which is the fastest way if only one of a few corners is out of order. Equal corners keep their order. */
function sortByValue(corners: Minimum[]): void {
  for (let i = 1; i < corners.length; i++) {
    const each = corners[i]!;
    let j = i;
    for (; j > 0 && corners[j - 1]!.value > each.value; j--) corners[j] = corners[j - 1]!;
    corners[j] = each;
  }
}
