import { ENGLISH_DEGREES } from './english-words';
import type { Token } from './tokens';

/** The valence of a word: from about -4 (bad) to 4 (good); undefined for an unknown word. */
export type Lexicon = (form: string) => number | undefined;

/** The sums of a text's valences, after Hutto and Gilbert's VADER (2014). */
interface Valence {
  /** The valence of the good words, of the bad ones (above 0), and of the words after the last turn (`but`). */
  good: number;
  bad: number;
  afterTurn: number;
  /** The strongest and the last valence, with their signs. */
  peak: number;
  last: number;
  known: number;
}

/** A negation reverses a word's valence and keeps three quarters of its strength. */
const NEGATED = -0.74;
/** A weaker valence makes no judgement. */
const FAINT = 0.5;
const SHOUTED = 0.73;
const ELONGATED = 0.3;

export function computeValence(
  tokens: readonly Token[],
  lexicon: Lexicon,
  { under, turns }: { under: readonly boolean[]; turns: ReadonlySet<string> },
): Valence {
  const sums: Valence = { good: 0, bad: 0, afterTurn: 0, peak: 0, last: 0, known: 0 };
  tokens.forEach((token, i) => {
    if (turns.has(token.form)) sums.afterTurn = 0;
    const plain = lexicon(token.form) ?? (token.short && lexicon(token.short));
    if (!plain) return;
    const degree = ENGLISH_DEGREES.get(tokens[i - 1]?.form ?? '') ?? 0;
    const stress = degree + (token.shouted ? SHOUTED : 0) + (token.short ? ELONGATED : 0);
    const value = (plain + Math.sign(plain) * stress) * (under[i] ? NEGATED : 1);
    if (Math.abs(plain) >= FAINT) sums.known++;
    if (value > 0) sums.good += value;
    else sums.bad -= value;
    sums.afterTurn += value;
    if (Math.abs(value) > Math.abs(sums.peak)) sums.peak = value;
    sums.last = value;
  });
  return sums;
}

/** Normalises a sum of valences to -1..1, as VADER does. */
export const compound = (sum: number): number => sum / Math.sqrt(sum * sum + 15);
