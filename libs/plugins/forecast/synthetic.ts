/** Series with known properties, the same for the same seed, for tests. */

type Noise = () => number;
export type SeriesMaker = (length: number, noise: Noise) => number[];

/** Standard normal numbers: mulberry32 through the Box-Muller transform. */
export function noiseFrom(seed: number): Noise {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

const make = (length: number, value: (t: number) => number) => Array.from({ length }, (_, t) => value(t));

export const whiteNoise: SeriesMaker = (length, noise) => make(length, () => 100 + 5 * noise());

export const randomWalk: SeriesMaker = (length, noise) => {
  let level = 100;
  return make(length, () => (level += noise()));
};

export const trendWithNoise: SeriesMaker = (length, noise) => make(length, (t) => 100 + 0.5 * t + 5 * noise());

export const growingTrend: SeriesMaker = (length, noise) => make(length, (t) => 100 * 1.02 ** t * Math.exp(0.03 * noise()));

/** Each value is 0.7 of the one before it and noise, around 100. */
export const autoregressive: SeriesMaker = (length, noise) => {
  let rest = 0;
  return make(length, () => 100 + (rest = 0.7 * rest + noise()));
};

/** Student's t with three degrees of freedom: one value in a hundred is 4.5 times the usual size and more. */
export const heavyTailed: SeriesMaker = (length, noise) =>
  make(length, () => 100 + (5 * noise()) / Math.sqrt((noise() ** 2 + noise() ** 2 + noise() ** 2) / 3));

/** Values that reach further up than down, as amounts do. */
export const skewed: SeriesMaker = (length, noise) => make(length, () => 100 * Math.exp(noise() / 2));

/** Heavy tails, and each value keeps 0.7 of the one before it. */
export const heavyAutoregressive: SeriesMaker = (length, noise) => {
  let rest = 0;
  return heavyTailed(length, noise).map((value) => 100 + (rest = 0.7 * rest + value - 100));
};

/** Calm and wild stretches: the size of each value goes by that of the one before it. */
export const restless: SeriesMaker = (length, noise) => {
  let [variance, last] = [1, 0];
  return make(length, () => {
    variance = 0.1 + 0.15 * last ** 2 + 0.8 * variance;
    last = Math.sqrt(variance) * noise();
    return 100 + 5 * last;
  });
};
