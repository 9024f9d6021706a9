import { clamp } from './member';

/** Digits of an interval's width that an answer keeps. */
const WIDTH_DIGITS = 8;
/** Significant digits that a number can always hold. */
const MAX_DIGITS = 15;
/** A smaller number is what a computation left of 0. */
const LEAST = 1e-300;

/** Rounds by the width of the interval, never by the size of the value: 1,000,000,120 ± 2 keeps its decimals. */
export function roundedTo(width: number): (value: number) => number {
  const order = (value: number) => Math.floor(Math.log10(Math.abs(value)));
  return (value) => {
    if (Math.abs(value) < LEAST) return 0;
    if (width === 0) return Number(value.toPrecision(MAX_DIGITS));
    return Number(value.toPrecision(clamp(order(value) - order(width) + WIDTH_DIGITS, 1, MAX_DIGITS)));
  };
}

/** Rounds a share or a ratio for an answer. */
export const decimals = (value: number): number => Number(value.toFixed(4));
