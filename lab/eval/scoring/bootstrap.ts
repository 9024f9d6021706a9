import { seededRandom } from '../../train/random';

const ROUNDS = 1_000;

/** The 95 % interval of a score for which Wilson has none: from 1,000 samples of as many parts, drawn with replacement. */
export function bootstrap<T>(parts: readonly T[], score: (sample: readonly T[]) => number): [low: number, high: number] {
  if (parts.length === 0) return [NaN, NaN];
  const random = seededRandom(1);
  const draw = () => parts[Math.floor(random() * parts.length)]!;
  const scores = Array.from({ length: ROUNDS }, () => score(parts.map(draw))).sort((a, b) => a - b);
  return [scores[Math.floor(0.025 * ROUNDS)]!, scores[Math.ceil(0.975 * ROUNDS) - 1]!];
}
