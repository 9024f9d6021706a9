import { BOUNDS_MS } from './usage-count.entity';

/** Milliseconds. Quantiles come from a histogram: exact at its bounds, linearly interpolated in between. */
export interface Latency {
  mean: number;
  p50: number;
  p95: number;
  p99: number;
}

interface Share {
  within_ms: number;
  requests: number;
  total_ms: number;
}

export function computeLatency(shares: readonly Share[]): Latency | null {
  const requests = shares.reduce((sum, each) => sum + each.requests, 0);
  if (requests === 0) return null;
  const mean = shares.reduce((sum, each) => sum + each.total_ms, 0) / requests;
  const counts = BOUNDS_MS.map((bound) =>
    shares.reduce((sum, each) => (each.within_ms === bound ? sum + each.requests : sum), 0),
  );
  const at = (quantile: number): number => round(quantileOf(counts, quantile * requests));
  return { mean: round(mean), p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function quantileOf(counts: readonly number[], rank: number): number {
  let before = 0;
  for (const [index, count] of counts.entries()) {
    if (count > 0 && before + count >= rank) {
      const low = index === 0 ? 0 : BOUNDS_MS[index - 1]!;
      return low + ((rank - before) / count) * (BOUNDS_MS[index]! - low);
    }
    before += count;
  }
  return BOUNDS_MS.at(-1)!;
}

const round = (ms: number): number => Math.round(ms * 10) / 10;
