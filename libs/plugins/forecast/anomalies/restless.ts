/** The speeds at which the size of the errors is followed, and how far one error may move it. */
const SPEEDS = [0.02, 0.05, 0.15];
const MOST = 8;
const CALMEST = 0.5;
/** Mean size of a normal error. */
const MEAN = 0.8;
const CUT = 20;
/** The gain in mean log-likelihood that justifies changing sizes. */
const CLEARLY = 0.02;

/**
 * The expected size of each error from the sizes before it, about 1. A series that is restless in stretches has several large
 * errors in a row, and only the first is a surprise. All 1 if the sizes do not change.
 */
export function expectedSizes(errors: Float64Array): Float64Array {
  const steady = errors.map(() => 1);
  const base = likelihood(errors, steady);
  let best = { gain: CLEARLY, sizes: steady };
  for (const speed of SPEEDS) {
    const sizes = followed(errors, speed);
    const gain = likelihood(errors, sizes) - base;
    if (gain > best.gain) best = { gain, sizes };
  }
  return best.sizes;
}

function followed(errors: Float64Array, speed: number) {
  let size = 1;
  return errors.map((error) => {
    const now = Math.max(CALMEST, size);
    if (!Number.isNaN(error)) size += speed * (Math.min(Math.abs(error) / MEAN, MOST * now) - size);
    return now;
  });
}

/** The mean log-likelihood of Laplace errors of these sizes, at the best-fitting scale, with distant errors cut. */
function likelihood(errors: Float64Array, sizes: Float64Array): number {
  const ratios = errors.map((error, t) => Math.min(Math.abs(error) / sizes[t]!, CUT));
  const scale = meanOf(ratios) || 1;
  return -meanOf(sizes.map((size, t) => Math.log(size * scale) + Math.min(ratios[t]! / scale, CUT)));
}

/** The mean without gaps. */
function meanOf(values: Float64Array): number {
  let [sum, count] = [0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return count > 0 ? sum / count : 0;
}
