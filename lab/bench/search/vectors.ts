/** Numbers of the vectors of texts. */
export const DIMENSIONS = 384;
/** Middles that vectors are around, as texts are around topics. */
const TOPICS = 200;
const SPREAD = 1.5;

/** Numbers that are always the same, from -0.5 to 0.5 (xorshift). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32 - 0.5;
  };
}

/** By their number: several stores are filled with them. */
const made = new Map<number, Float32Array<ArrayBuffer>>();

/** As many unit vectors around topics, always the same. */
export function allVectors(count: number): Float32Array<ArrayBuffer> {
  const before = made.get(count);
  if (before) return before;
  const next = vectorsOf(count);
  const vectors = new Float32Array(count * DIMENSIONS);
  for (let at = 0; at < count; at++) vectors.set(next(), at * DIMENSIONS);
  made.set(count, vectors);
  return vectors;
}

/** Unit vectors around topics. */
export function vectorsOf(seed: number): () => Float32Array<ArrayBuffer> {
  const topics = numbers(7);
  const middles = Array.from({ length: TOPICS }, () => Float32Array.from({ length: DIMENSIONS }, topics));
  const next = numbers(seed);
  return () => {
    const middle = middles[Math.floor((next() + 0.5) * TOPICS)]!;
    const vector = middle.map((value) => value + SPREAD * next());
    let sum = 0;
    for (const value of vector) sum += value * value;
    const length = Math.sqrt(sum);
    return vector.map((value) => value / length);
  };
}
