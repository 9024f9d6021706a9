const bits = new Uint32Array(1);
const single = new Float32Array(bits.buffer);

/** Single precision → IEEE 754 half precision, rounded; what is too large becomes the largest half, what is too small becomes 0. */
export function halfOf(values: Float32Array): Uint16Array {
  return Uint16Array.from(values, (value) => {
    single[0] = value;
    const sign = (bits[0]! >>> 16) & 0x8000;
    const size = Math.abs(value);
    if (size >= 65_504) return sign | 0x7bff;
    if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
    return sign | (((bits[0]! & 0x7fffffff) - (112 << 23) + 0x1000) >>> 13);
  });
}
