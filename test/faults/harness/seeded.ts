/** How many kills, and where: the same for the same seed. */
export const KILLS = Number(process.env['FAULT_KILLS'] ?? 200);
export const SEED = Number(process.env['FAULT_SEED'] ?? 1);

/** The same numbers for the same seed (mulberry32), from 0 up to 1. */
export function seeded(seed = SEED): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
