/** A model fitted to a series: its forecast, and the sum of its squared one-step errors on the history. */
export interface Member {
  readonly sse: number;
  /** The next `horizon` values. */
  readonly forecast: (horizon: number) => Float64Array;
  /** The fitted parameters, from which a search on nearly the same values may start. */
  readonly at?: readonly number[];
}

export const clamp = (value: number, low: number, high: number): number => (value < low ? low : value > high ? high : value);

/** How far a value lies outside its range; 0 inside. */
export const outside = (value: number, low: number, high: number): number =>
  value < low ? low - value : value > high ? value - high : 0;

/** The line through the first `length` values, at times 1, 2, …: value = intercept + slope × time. */
export function line(series: Float64Array, length = series.length): { intercept: number; slope: number } {
  const middle = (length + 1) / 2;
  let mean = 0;
  for (let t = 0; t < length; t++) mean += series[t]! / length;
  let cross = 0;
  let square = 0;
  for (let t = 0; t < length; t++) {
    const u = t + 1 - middle;
    cross += u * (series[t]! - mean);
    square += u * u;
  }
  const slope = square > 0 ? cross / square : 0;
  return { intercept: mean - slope * middle, slope };
}
