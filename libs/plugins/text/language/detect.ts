import { openCommonWords, type CommonWords } from './common-words';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The result of `eld` for a text: the language or '', scores in 0..1 by language, the highest first. */
interface EldResult {
  language: string;
  getScores(): Record<string, number>;
  isReliable(): boolean;
}

type Eld = (text: string) => EldResult;

// The smallest of `eld`'s four sizes: on posts as accurate as the others (docs/reference/quality.md), with 28 MB against 60 in each
// worker.
const ENTRY = 'src/entries/static.extrasmall.js';

/** Loaded by its path: the package allows only `import`, which a CommonJS worker turns into `require`. */
function openEld(): Eld {
  const load = createRequire(__filename);
  const folder = (load.resolve.paths('eld') ?? []).map((path) => join(path, 'eld')).find((path) => existsSync(path));
  if (!folder) throw new Error("The npm package eld is not installed; run 'npm ci'.");
  const { eld } = load(join(folder, ENTRY)) as { eld: { detect: Eld } };
  return (text) => eld.detect(text);
}

/** A language by its ISO 639-1 code, and its confidence, 0..1. */
export interface DetectedLanguage {
  language: string;
  confidence: number;
}

export type LanguageDetector = (text: string) => DetectedLanguage;

const DEFAULT = 'en';
/** The confidence for a text that shows nothing of its language. */
const UNTOLD = 0.1;
/** The maximum confidence of a guess. */
const GUESSED = 0.5;
/** A language that Percept can judge wins if its score is at least this part of the best score. In a short text, less is enough. */
const NEAR = 0.93;
const NEAR_IN_SHORT = 0.85;
/** A text with fewer letters is short. */
const SHORT = 40;
/** Up to this many letters, common words decide between the preferred languages; more letters tell enough. */
const FEW = 60;
/**
 * The weight of `eld`'s score beside the log-likelihood, and the bonus of English for being common. `eld` often has no score at all
 * for the language of a single word, such as English for "hello".
 */
const SCORE_WEIGHT = 30;
const SCORE_WEIGHT_OF_ONE = 5;
const ENGLISH_GAIN = 1;
/** Scales the lead of a language to its confidence; fitted on one half of the posts of `eval language`. */
const SOFTNESS = 4;
/** If this share of the words is common in a preferred language, that language wins over others. */
const MOSTLY_KNOWN = 0.75;
/** The bonus of English where the letters leave the language open. */
const OPEN_BONUS = 0.05;
/** Persian, Urdu and Kurdish can hardly write a sentence without their own letters, and Arabic has none of them. */
const ARABIC_SCRIPT = /\p{Script=Arabic}/u;
const PERSIAN_LETTERS = /[پچژگکیںےٹڈڑھۆێ]/u;
/** Links, mentions, hashtags and numbers say nothing about the language. */
const FOREIGN = /https?:\/\/\S+|www\.\S+|[@#][\p{L}\p{N}_]+|\p{N}+/gu;
/** The maximum number of characters read of a text: more makes no difference. */
const READ = 2_000;

/**
 * Detects the language of a text. If the letters do not decide, it guesses the likeliest of `preferred`, with a confidence of at
 * most 0.5. A text without any sign of its language counts as English.
 * @param preferred languages that win over others with nearly the same score.
 */
export function openLanguageDetector(preferred: readonly string[]): LanguageDetector {
  const detect = openEld();
  const commonWords = openCommonWords(preferred);
  return (text) => {
    const words = text.slice(0, READ).replace(FOREIGN, ' ').trim();
    if (!/\p{L}/u.test(words)) return { language: DEFAULT, confidence: UNTOLD };
    const result = detect(words);
    const byScores = toDetected(words, result, preferred);
    return words.length > FEW ? byScores : byCommonWords({ words, scores: result.getScores(), byScores, preferred }, commonWords);
  };
}

interface ShortText {
  words: string;
  scores: Readonly<Record<string, number>>;
  byScores: DetectedLanguage;
  preferred: readonly string[];
}

/** The preferred language that fits both the letters and the common words of a short text, else the result of the letters alone. */
function byCommonWords({ words, scores, byScores, preferred }: ShortText, commonWords: CommonWords): DetectedLanguage {
  const candidates = preferred
    .flatMap((language) => {
      const evidence = commonWords(words, language);
      if (!evidence) return [];
      const weight = evidence.words === 1 ? SCORE_WEIGHT_OF_ONE : SCORE_WEIGHT;
      const gain = weight * (scores[language] ?? 0) + (language === DEFAULT ? ENGLISH_GAIN : 0);
      return [{ ...evidence, language, score: evidence.logLikelihood + gain }];
    })
    .sort((one, other) => other.score - one.score);
  const [best, second] = candidates;
  if (!best || best.known === 0) return byScores;
  if (!preferred.includes(byScores.language) && best.known < MOSTLY_KNOWN) return byScores;
  const lead = best.score - (second?.score ?? best.score - 1);
  const confidence = Math.min(1 / (1 + Math.exp(-lead / SOFTNESS)), best.words === 1 ? GUESSED : 1);
  return {
    language: best.language,
    confidence: best.language === byScores.language ? Math.max(confidence, byScores.confidence) : confidence,
  };
}

function toDetected(words: string, result: EldResult, preferred: readonly string[]): DetectedLanguage {
  const reliable = result.isReliable();
  const letters = words.match(/\p{L}/gu)!.length;
  const scores = Object.entries(byLetters(result.getScores(), words))
    .map(([language, score]) => [language, score + (language === DEFAULT && !reliable ? OPEN_BONUS : 0)] as const)
    .sort(([, one], [, other]) => other - one);
  const [first] = scores;
  if (!first) return { language: DEFAULT, confidence: UNTOLD };
  const least = first[1] * (letters < SHORT ? NEAR_IN_SHORT : NEAR);
  const near = scores.find(([language, score]) => preferred.includes(language) && score >= least) ?? first;
  const [language] = near;
  const other = scores.find(([each]) => each !== language)?.[1] ?? 0;
  const sure = certainty(near[1] - other, letters);
  if (reliable) return { language, confidence: sure };
  // A guess at a preferred language is better than English. Of other languages there are too many.
  return preferred.includes(language)
    ? { language, confidence: Math.min(sure, GUESSED) }
    : { language: DEFAULT, confidence: UNTOLD };
}

/**
 * A text of Arabic letters alone is Arabic: `eld` takes one in fifteen short texts for Persian or Urdu. The confidence is low then.
 */
function byLetters(scores: Readonly<Record<string, number>>, words: string): Readonly<Record<string, number>> {
  if (!ARABIC_SCRIPT.test(words) || PERSIAN_LETTERS.test(words)) return scores;
  return { ...scores, ar: Math.max(0, ...Object.values(scores)) };
}

/** From 0.5, where two languages score the same, to nearly 1 for a wide lead over many letters. */
function certainty(lead: number, letters: number): number {
  return 1 / (1 + Math.exp(-Math.max(0, lead) * 4 * Math.sqrt(letters)));
}
