import type { Stretch } from '../reading/sentences';
import { likeliest, rounded, type Judge, type Scores, type Sentiment } from './scores';

/** The maximum number of UTF-16 units to rate at once: the models know posts and sentences, not pages. */
const WINDOW = 400;

export interface Judgement {
  sentiment: Sentiment;
  /** The probability of `sentiment`. */
  confidence: number;
  scores: Scores;
}

export function judgementOf(scores: Scores): Judgement {
  const shown = rounded(scores);
  const sentiment = likeliest(shown);
  return { sentiment, confidence: shown[sentiment], scores: shown };
}

/**
 * The judgement of a text: of neighbouring sentences together up to a length, then their mean by length. Windows with an
 * opinion count double, because most of a long text is neutral even if its author has an opinion.
 */
export async function judgeDocument(text: string, sentences: readonly Stretch[], judge: Judge): Promise<Scores> {
  const sums: Scores = { positive: 0, negative: 0, neutral: 0 };
  const windows = windowsOf(text, sentences);
  const judged = await judge(windows);
  for (const [i, window] of windows.entries()) {
    const scores = judged[i]!;
    const weight = window.length * (likeliest(scores) === 'neutral' ? 1 : 2);
    sums.positive += scores.positive * weight;
    sums.negative += scores.negative * weight;
    sums.neutral += scores.neutral * weight;
  }
  const all = sums.positive + sums.negative + sums.neutral;
  return { positive: sums.positive / all, negative: sums.negative / all, neutral: sums.neutral / all };
}

function windowsOf(text: string, sentences: readonly Stretch[]): string[] {
  if (text.length <= WINDOW || sentences.length === 0) return [text];
  const windows: string[] = [];
  let from = sentences[0]!.start;
  let to = from;
  for (const { start, end } of sentences) {
    if (end - from > WINDOW && to > from) {
      windows.push(text.slice(from, to));
      from = start;
    }
    to = end;
    for (; to - from > 2 * WINDOW; from += WINDOW) windows.push(text.slice(from, from + WINDOW));
  }
  return [...windows, text.slice(from, to)].filter((window) => window.trim() !== '');
}
