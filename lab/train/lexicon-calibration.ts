import entries from 'natural/lib/natural/sentiment/English/pattern-sentiment-en.json';
import { SUMMARY_SIZE, summarizeByLexicon } from '../../libs/plugins/text/sentiment/by-lexicon';
import { ENGLISH_TURNS, negatesEnglish } from '../../libs/plugins/text/sentiment/english-words';
import { openNaturalLexicon } from '../../libs/plugins/text/sentiment/natural-lexicon';
import { probabilities } from './linear';
import type { Labelled } from './sentiment-sets';

const STEPS = 600;
const RATE = 2;

/**
 * Maps the lexicon summary of a text to its sentiment: multinomial logistic regression on English texts with `natural`'s
 * English pattern lexicon, each class with the same weight in all. @returns three rows of `SUMMARY_SIZE`.
 */
export function fitLexiconCalibration(texts: readonly Labelled[]): Float32Array {
  const lexicon = openNaturalLexicon(entries);
  const rules = { negates: negatesEnglish, turns: ENGLISH_TURNS };
  const counts = [0, 1, 2].map((label) => texts.filter(({ sentiment }) => sentiment === label).length);
  const examples = texts.map(({ text, sentiment }) => ({ summary: summarizeByLexicon(text, lexicon, rules), sentiment }));
  const weights = new Float32Array(3 * SUMMARY_SIZE);
  for (let step = 0; step < STEPS; step++) {
    const gradients = new Float64Array(weights.length);
    for (const { summary, sentiment } of examples) {
      const logits = [0, 1, 2].map((row) => summary.reduce((sum, value, i) => sum + value * weights[row * SUMMARY_SIZE + i]!, 0));
      probabilities(logits).forEach((probability, row) => {
        const error = (probability - Number(row === sentiment)) / (3 * counts[sentiment]!);
        for (let i = 0; i < SUMMARY_SIZE; i++) gradients[row * SUMMARY_SIZE + i]! += error * summary[i]!;
      });
    }
    gradients.forEach((gradient, i) => (weights[i] = weights[i]! - RATE * gradient));
  }
  return weights;
}
