import { LEXICON_LANGUAGES, type LexiconLanguage } from './languages';
import { naturalLexicon } from './natural-lexicon';
import { negated } from './negation';
import { softmax, type FastJudge, type Scores } from './scores';
import { tokensOf } from './tokens';
import { compound, valenceOf, type Lexicon } from './valence';

export type Rules = Pick<LexiconLanguage, 'turns'> & { negates: (form: string) => boolean };

/** The scores of a text without a word of the lexicon. Of 338 such posts in five languages, 47 % are neutral. */
const NOTHING_KNOWN: Scores = { negative: 0.3, neutral: 0.4, positive: 0.3 };

/** The number of values that `summaryOf` returns. */
export const SUMMARY_SIZE = 5;

/** Summarises the lexicon's values for a text in a few numbers. */
export function summaryOf(text: string, lexicon: Lexicon, { negates, turns }: Rules): number[] {
  const tokens = tokensOf(text, 400);
  const under = negated(tokens, negates, turns);
  const sums = valenceOf(tokens, lexicon, { under, turns });
  const whole = compound(sums.good - sums.bad);
  return [1, whole, Math.abs(whole), compound(sums.afterTurn), Number(sums.known > 0)];
}

/**
 * The judge of a language by its lexicon.
 * @param weights rows of `SUMMARY_SIZE` for negative, neutral and positive, fitted on English with a similar English lexicon: the
 * other languages have no texts to learn from.
 */
export function openLexiconJudge(language: string, weights: Float32Array): FastJudge {
  const { negations, turns } = LEXICON_LANGUAGES[language]!;
  const lexicon = naturalLexicon(language);
  return (text) => {
    const summary = summaryOf(text, lexicon, { negates: (form) => negations.has(form), turns });
    if (summary.slice(1).every((value) => value === 0)) return NOTHING_KNOWN;
    const logit = (row: number) => summary.reduce((sum, value, i) => sum + value * weights[row * SUMMARY_SIZE + i]!, 0);
    return softmax([logit(0), logit(1), logit(2)]);
  };
}
