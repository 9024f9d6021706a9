import { clamp } from './member';

/** Digits of an interval's width that an answer keeps. */
const WIDTH_DIGITS = 8;
/** Digits that a number has for sure. */
const MAX_DIGITS = 15;

/** Rounds by the width of the interval, never by the size of the value: 1,000,000,120 ± 2 keeps what follows the point. */
export function roundedTo(width: number): (value: number) => number {
  const order = (value: number) => Math.floor(Math.log10(Math.abs(value)));
  return (value) => {
    if (value === 0 || width === 0) return Number(value.toPrecision(MAX_DIGITS));
    return Number(value.toPrecision(clamp(order(value) - order(width) + WIDTH_DIGITS, 1, MAX_DIGITS)));
  };
}

/** A part or a ratio, as an answer gives it. */
export const decimals = (value: number): number => Number(value.toFixed(4));
