import { ExpressionError } from '../error';
import type { CelFunction } from './function';

const BY_NAME: Record<string, (value: number) => number> = {
  // JavaScript rounds -2.5 to -2, while CEL rounds halves away from zero.
  round: (value) => Math.sign(value) * Math.round(Math.abs(value)),
  floor: Math.floor,
  ceil: Math.ceil,
  abs: Math.abs,
};
const MAX_DIGITS = 12;

/** The functions behind `math.NAME(x)`, which `rename` changes to `x.math_NAME()`. */
export const NUMBER_FUNCTIONS: readonly CelFunction[] = [
  ...Object.entries(BY_NAME).flatMap(([name, compute]): CelFunction[] => [
    { signature: `double.math_${name}(): double`, handler: (value: number) => compute(value) },
    {
      signature: `int.math_${name}(): int`,
      handler: (value: bigint) => (name === 'abs' && value < 0n ? -value : value),
    },
  ]),
  { signature: 'double.math_round(int): double', handler: (value: number, digits: bigint) => round(value, Number(digits)) },
  { signature: 'int.math_round(int): int', handler: (value: bigint) => value },
];

/** Rounds as one would on paper: 1.005 to two digits is 1.01, although its double is a little less. */
function round(value: number, digits: number): number {
  if (digits < 0 || digits > MAX_DIGITS) throw new ExpressionError(`math.round() takes 0 to ${MAX_DIGITS} digits.`, 0);
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return value;
  const shifted = (number: number, by: number) => {
    const [mantissa, exponent = '0'] = String(number).split('e');
    return Number(`${mantissa}e${Number(exponent) + by}`);
  };
  return Math.sign(value) * shifted(Math.round(shifted(Math.abs(value), digits)), -digits);
}
