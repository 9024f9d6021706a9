import type { Stretch } from '../reading/sentences';
import { likeliestSentiment, roundScores, type Judge, type Scores, type Sentiment } from './scores';

/** The maximum number of UTF-16 units to judge at once: the models know posts and sentences, not pages. */
const WINDOW = 400;

export interface Judgement {
  sentiment: Sentiment;
  /** The probability of `sentiment`. */
  confidence: number;
  scores: Scores;
}

export function toJudgement(scores: Scores): Judgement {
  const shown = roundScores(scores);
  const sentiment = likeliestSentiment(shown);
  return { sentiment, confidence: shown[sentiment], scores: shown };
}

/**
 * The judgement of a text: neighbouring sentences are judged together up to a maximum length, then averaged by length. Windows with
 * an opinion count double, because most of a long text is neutral even if its author has an opinion.
 */
export async function judgeDocument(text: string, sentences: readonly Stretch[], judge: Judge): Promise<Scores> {
  const sums: Scores = { positive: 0, negative: 0, neutral: 0 };
  const windows = windowsOf(text, sentences);
  const judged = await judge(windows);
  for (const [i, window] of windows.entries()) {
    const scores = judged[i]!;
    const weight = window.text.length * (likeliestSentiment(scores) === 'neutral' ? 1 : 2);
    sums.positive += scores.positive * weight;
    sums.negative += scores.negative * weight;
    sums.neutral += scores.neutral * weight;
  }
  const all = sums.positive + sums.negative + sums.neutral;
  return { positive: sums.positive / all, negative: sums.negative / all, neutral: sums.neutral / all };
}

function windowsOf(text: string, sentences: readonly Stretch[]): Stretch[] {
  if (text.length <= WINDOW || sentences.length === 0) return [{ text, start: 0, end: text.length }];
  const windows: Stretch[] = [];
  const add = (start: number, end: number): void => void windows.push({ text: text.slice(start, end), start, end });
  let from = sentences[0]!.start;
  let to = from;
  for (const { start, end } of sentences) {
    if (end - from > WINDOW && to > from) {
      add(from, to);
      from = start;
    }
    to = end;
    for (; to - from > 2 * WINDOW; from += WINDOW) add(from, from + WINDOW);
  }
  add(from, to);
  return windows.filter((window) => window.text.trim() !== '');
}
