import { LEXICON_LANGUAGES, type LexiconLanguage } from './languages';
import { naturalLexicon } from './natural-lexicon';
import { negated } from './negation';
import { toScores, type FastJudge, type Scores } from './scores';
import { splitTokens } from './tokens';
import { compound, computeValence, type Lexicon } from './valence';

type LexiconRules = Pick<LexiconLanguage, 'turns'> & { negates: (form: string) => boolean };

/** The scores of a text without a word of the lexicon. Of 338 such posts in five languages, 47 % are neutral. */
const NOTHING_KNOWN: Scores = { negative: 0.3, neutral: 0.4, positive: 0.3 };

/** The number of values that `summarizeByLexicon` returns. */
export const SUMMARY_SIZE = 5;

/** Summarises the lexicon's values for a text in a few numbers. */
export function summarizeByLexicon(text: string, lexicon: Lexicon, { negates, turns }: LexiconRules): number[] {
  const tokens = splitTokens(text, 400);
  const under = negated(tokens, negates, turns);
  const sums = computeValence(tokens, lexicon, { under, turns });
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
    const summary = summarizeByLexicon(text, lexicon, { negates: (form) => negations.has(form), turns });
    if (summary.slice(1).every((value) => value === 0)) return NOTHING_KNOWN;
    const logit = (row: number) => summary.reduce((sum, value, i) => sum + value * weights[row * SUMMARY_SIZE + i]!, 0);
    return toScores([logit(0), logit(1), logit(2)]);
  };
}
