/** The name of the holiday on each day of a series; undefined for usual days. */
export type Names = readonly (string | undefined)[];

export interface HolidayEffects {
  /**
   * The effect of the holidays of one name: a part of the usual value (−0.4 is 40 % less), or a difference where values are
   * negative.
   */
  of: (name: string) => number;
  /** Standard deviation of the holidays' values around these effects. */
  spread: number;
  byFactors: boolean;
  found: { name: string; effect: number; days: number }[];
}

/** The effect of one holiday starts as if it had this many days with the mean effect of all. */
const PRIOR = 1;

/**
 * The effects of holidays on a series, by name. They are drawn towards the mean effect of all holidays and, where the days hardly
 * differ, towards nothing.
 * @param usual the series as it would be without holidays
 */
export function holidayEffects(
  values: Float64Array,
  usual: Float64Array,
  { names, period }: { names: Names; period: number },
): HolidayEffects {
  const byFactors = usual.every((value) => value >= 0) && usual.some((value) => value > 0);
  const effectAt = (t: number) => (byFactors ? (usual[t]! > 0 ? values[t]! / usual[t]! - 1 : 0) : values[t]! - usual[t]!);
  const days = new Map<string, number[]>();
  names.forEach((name, t) => {
    if (name !== undefined && !Number.isNaN(values[t]!)) days.set(name, [...(days.get(name) ?? []), effectAt(t)]);
  });
  const all = [...days.values()].flat();
  const noise = usualNoise(usual, period, byFactors);
  const common = shrunk(mean(all), noise ** 2 / Math.max(1, all.length));
  const effects = new Map<string, number>();
  for (const [name, each] of days) {
    const drawn = (each.length * mean(each) + PRIOR * common) / (each.length + PRIOR);
    effects.set(name, shrunk(drawn, noise ** 2 / (each.length + PRIOR)));
  }
  const rest = [...days].flatMap(([name, each]) => each.map((effect) => effect - effects.get(name)!));
  return {
    of: (name) => effects.get(name) ?? common,
    spread: Math.sqrt(mean(rest.map((each) => each ** 2))),
    byFactors,
    found: [...days].map(([name, each]) => ({ name, effect: effects.get(name)!, days: each.length })),
  };
}

/** The James-Stein rule: an effect counts as far as it is larger than its error. */
const shrunk = (effect: number, variance: number) => (effect === 0 ? 0 : effect * Math.max(0, 1 - variance / effect ** 2));

/** The typical distance of a usual day from the days one period before and after it. */
function usualNoise(usual: Float64Array, period: number, byFactors: boolean): number {
  const level = byFactors ? mean([...usual]) || 1 : 1;
  const squares: number[] = [];
  for (let t = period; t + period < usual.length; t++) {
    squares.push(((usual[t]! - (usual[t - period]! + usual[t + period]!) / 2) / level) ** 2 / 1.5);
  }
  return Math.sqrt(mean(squares));
}

const mean = (values: readonly number[]) =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
