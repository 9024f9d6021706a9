import { noiseFrom, randomWalk, whiteNoise } from '../../../../test/harness/fixtures/synthetic-series';
import { findExactCycle } from './exact-cycle';

const series = (length: number, value: (t: number) => number) => Float64Array.from({ length }, (_, t) => value(t));

test.each<[string, number, (t: number) => number]>([
  ['a sawtooth', 6, (t) => t % 6],
  ['a sawtooth that rises', 8, (t) => (t % 8) + 3.7 * t],
  ['a wave, with rounding errors', 10, (t) => 1e6 + Math.sin((t * 2 * Math.PI) / 10)],
  ['a sawtooth with one odd value', 6, (t) => (t % 6) + (t === 33 ? 20 : 0)],
])('%s has a cycle of %i', (_name, length, value) => {
  expect(findExactCycle(series(60, value))).toBe(length);
});

const drawn = (value: (noise: number) => number) => {
  const noise = noiseFrom(1);
  return series(300, () => value(noise()));
};
test.each([
  ['a constant', series(60, () => 7)],
  ['a line', series(60, (t) => 2 * t)],
  ['two levels', series(60, (t) => (t < 30 ? 1 : 2))],
  ['fewer than three turns', series(17, (t) => t % 6)],
  ['noise', Float64Array.from(whiteNoise(300, noiseFrom(1)))],
  ['a random walk', Float64Array.from(randomWalk(300, noiseFrom(1)))],
  ['rare events', drawn((noise) => Number(noise > 1.2))],
  ['small counts', drawn((noise) => Math.max(0, Math.round(1 + noise)))],
  ['values of both ends of the range', series(60, (t) => (t % 2 ? 1e150 : -1e150))],
])('%s has none of three values or more', (_name, values) => {
  expect(findExactCycle(values) ?? 1).toBeLessThan(3);
});
