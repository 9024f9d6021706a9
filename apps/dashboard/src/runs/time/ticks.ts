const STEPS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 3e4, 6e4, 12e4, 3e5, 6e5, 18e5, 36e5, 72e5, 216e5, 432e5,
];
const MAX_TICKS = 5;

/** Ticks at round times, starting at 0. */
export function chooseTicks(ms: number): number[] {
  const step = STEPS_MS.find((each) => ms / each <= MAX_TICKS) ?? Math.ceil(ms / MAX_TICKS / 864e5) * 864e5;
  return Array.from({ length: Math.floor(ms / step) + 1 }, (_, index) => index * step);
}
