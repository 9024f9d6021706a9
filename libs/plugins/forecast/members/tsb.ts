import type { Member } from '../member';

const SPEEDS = [0.05, 0.1, 0.2, 0.3];

/**
 * Rare demand, after Teunter, Syntetos and Babai (2011): the frequency of demand is smoothed at each step, and its size at each
 * demand. So the forecast falls when demand ends.
 */
export function tsb(series: Float64Array): Member {
  const runs = SPEEDS.flatMap((often) => SPEEDS.map((much) => run(series, often, much)));
  const { sse, next } = runs.sort((a, b) => a.sse - b.sse)[0]!;
  return { sse, forecast: (horizon) => new Float64Array(horizon).fill(next) };
}

function run(series: Float64Array, often: number, much: number): { sse: number; next: number } {
  const demands = series.filter((value) => value !== 0);
  let chance = demands.length / series.length;
  let size = demands.reduce((sum, value) => sum + value, 0) / Math.max(1, demands.length);
  let sse = 0;
  for (const value of series) {
    sse += (value - chance * size) ** 2;
    chance += often * ((value !== 0 ? 1 : 0) - chance);
    if (value !== 0) size += much * (value - size);
  }
  return { sse, next: chance * size };
}
