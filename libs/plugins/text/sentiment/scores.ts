import type { Stretch } from '../reading/sentences';

/** Probabilities that sum to 1. */
export interface Scores {
  positive: number;
  negative: number;
  neutral: number;
}

export const SENTIMENTS = ['negative', 'neutral', 'positive'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

/** Judges a stretch of plain text. */
export type FastJudge = (text: string) => Scores;

/** A part of a text to judge. */
export type JudgedPart = Stretch & {
  /** Whether a reading in context is enough: it costs nothing, and is a little less exact. */
  inContext?: boolean;
};

/** Judges parts of a text, all at once. */
export type Judge = (parts: readonly JudgedPart[]) => Promise<Scores[]>;

/** Makes scores from logits in the order of `SENTIMENTS`. */
export function toScores([negative, neutral, positive]: readonly [number, number, number]): Scores {
  const top = Math.max(negative, neutral, positive);
  const parts = [Math.exp(negative - top), Math.exp(neutral - top), Math.exp(positive - top)] as const;
  const sum = parts[0] + parts[1] + parts[2];
  return { positive: parts[2] / sum, negative: parts[0] / sum, neutral: parts[1] / sum };
}

/** The likeliest sentiment; `neutral` wins a tie. */
export function likeliestSentiment({ positive, negative, neutral }: Scores): Sentiment {
  if (neutral >= positive && neutral >= negative) return 'neutral';
  return positive >= negative ? 'positive' : 'negative';
}

/** Rounds to four decimals that still sum to 1: the likeliest takes the rounding error. */
export function roundScores(scores: Scores): Scores {
  const cut = (value: number) => Math.round(value * 1e4);
  const parts: Scores = { positive: cut(scores.positive), negative: cut(scores.negative), neutral: cut(scores.neutral) };
  parts[likeliestSentiment(scores)] += 1e4 - parts.positive - parts.negative - parts.neutral;
  return { positive: parts.positive / 1e4, negative: parts.negative / 1e4, neutral: parts.neutral / 1e4 };
}
