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

/** What a month is to the others: one that is high, with shoulders, as December is for toys. */
const peak = (month: number, height: number) => (t: number) => {
  const away = Math.min((t - month + 24) % 12, (month - t + 240) % 12);
  return away === 0 ? height : away === 1 ? 1 + (height - 1) * 0.35 : 1;
};
const wave = (height: number, from: number) => (t: number) => 1 + height * Math.sin((2 * Math.PI * (t - from)) / 12);

const SEASONS_AND_GROWTHS: [(t: number) => number, (t: number) => number][] = [
  [peak(11, 1.8), (t) => 1 + t / 100],
  [peak(11, 1.5), () => 1],
  [wave(0.35, 4), (t) => 1 + t / 60],
  [wave(0.25, 9), (t) => 1 - t / 150],
  [peak(6, 1.6), (t) => 1.015 ** t],
  [(t) => (t % 12 === 7 ? 0.6 : 1), () => 1],
  [(t) => (t % 3 === 2 ? 1.25 : 1), (t) => 1 + t / 80],
  [(t) => peak(3, 1.4)(t) * peak(9, 1.3)(t), () => 1],
  [wave(0.2, 0), (t) => 1 - t / 200],
  [peak(11, 2.2), (t) => 1.01 ** t],
  [wave(0.5, 3), (t) => 1 + t / 200],
  [peak(8, 1.4), () => 1],
];

/** The monthly sales of twelve businesses, each with its season and growth, and noise of a twentieth. */
export const BUSINESSES: readonly SeriesMaker[] = SEASONS_AND_GROWTHS.map(
  ([season, growth]): SeriesMaker =>
    (length, noise) =>
      make(length, (t) => 1000 * growth(t) * season(t) * Math.exp(0.05 * noise())),
);
