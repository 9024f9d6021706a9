import { forecast } from './forecast';
import { noiseFrom } from './synthetic';

/** What a month is to the others: one that is high, with shoulders, as December is for toys. */
const peak = (month: number, height: number) => (t: number) => {
  const away = Math.min((t - month + 24) % 12, (month - t + 240) % 12);
  return away === 0 ? height : away === 1 ? 1 + (height - 1) * 0.35 : 1;
};
const wave = (height: number, from: number) => (t: number) => 1 + height * Math.sin((2 * Math.PI * (t - from)) / 12);

/** Season and growth of twelve businesses. */
const BUSINESSES: [(t: number) => number, (t: number) => number][] = [
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

test.each([24, 30, 36])('of twelve businesses the season is found from %i months in at least ten, and goes on', (length) => {
  let [found, missed, naive, inside] = [0, 0, 0, 0];
  BUSINESSES.forEach(([season, growth], i) => {
    const noise = noiseFrom(500 + i);
    const all = Array.from({ length: length + 12 }, (_, t) => 1000 * growth(t) * season(t) * Math.exp(0.05 * noise()));
    const values = Float64Array.from(all.slice(0, length));
    const { predicted, lower, upper, period } = forecast({ values, periods: [12], horizon: 12, level: 0.95 });
    found += Number(period === 12);
    all.slice(length).forEach((value, k) => {
      missed += Math.abs(value - predicted[k]!);
      naive += Math.abs(value - values[length - 12 + k]!);
      inside += Number(value >= lower[k]! && value <= upper[k]!);
    });
  });
  expect(found).toBeGreaterThanOrEqual(10);
  expect(missed).toBeLessThan(naive);
  expect(inside / 144).toBeGreaterThanOrEqual(0.9);
});
