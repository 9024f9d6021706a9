const STEPS = [1, 2, 2.5, 5, 10];
const WANTED = 4;

/** Four or five round whole numbers, from 0 to at least `most`. */
export function ticksUpTo(most: number): number[] {
  const rough = most / WANTED;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, Math.ceil(power * STEPS.find((each) => each * power >= rough)!));
  const count = Math.ceil(most / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
