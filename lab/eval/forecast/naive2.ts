import { mean } from './accuracy';

/** The M4 competition's Naive2: the last value of the deseasonalised series, with the season put back. Written for itself, from its description. */
export function naive2(history: readonly number[], period: number, horizon: number): number[] {
  const n = history.length;
  const indices = seasonal(history, period) ? multiplicativeIndices(history, period) : [1];
  const index = (t: number) => indices[t % indices.length]!;
  return Array.from({ length: horizon }, (_, k) => (history[n - 1]! / index(n - 1)) * index(n + k));
}

function seasonal(history: readonly number[], period: number): boolean {
  const n = history.length;
  if (period < 2 || n < 3 * period) return false;
  const centre = mean(history);
  const product = (lag: number) =>
    history.slice(lag).reduce((sum, value, t) => sum + (value - centre) * (history[t]! - centre), 0);
  const correlations = Array.from({ length: period }, (_, i) => product(i + 1) / product(0));
  const squares = correlations.slice(0, -1).reduce((sum, r) => sum + r * r, 0);
  return Math.abs(correlations[period - 1]!) > 1.645 * Math.sqrt((1 + 2 * squares) / n);
}

function multiplicativeIndices(history: readonly number[], period: number): number[] {
  const half = Math.floor(period / 2);
  const ratios = Array.from({ length: period }, (): number[] => []);
  for (let t = half; t < history.length - half; t++) {
    const window = history.slice(t - half, t + half + 1);
    const sum = window.reduce((total, value) => total + value, 0);
    const average = (period % 2 === 0 ? sum - (window[0]! + window[window.length - 1]!) / 2 : sum) / period;
    ratios[t % period]!.push(history[t]! / average);
  }
  const indices = ratios.map(mean);
  return indices.map((index) => index / mean(indices));
}
