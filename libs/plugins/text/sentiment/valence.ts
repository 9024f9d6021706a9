import { ENGLISH_DEGREES } from './english-words';
import type { Token } from './tokens';

/** What a lexicon holds of a word: from about -4 (bad) to 4 (good); undefined if it does not know the word. */
export type Lexicon = (form: string) => number | undefined;

/** The sums of a text's valences, after Hutto and Gilbert's VADER (2014). */
export interface Valence {
  /** The valence of the good words, of the bad ones (above 0), and of what follows the last turn (`but`). */
  good: number;
  bad: number;
  afterTurn: number;
  /** The strongest and the last one, with their signs. */
  peak: number;
  last: number;
  known: number;
}

/** A negated word keeps three quarters of its strength, on the other side. */
const NEGATED = -0.74;
/** What is weaker than this makes no judgement. */
const FAINT = 0.5;
const SHOUTED = 0.73;
const ELONGATED = 0.3;

export function valenceOf(
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

/** A sum of valences in -1..1, as VADER normalises it. */
export const compound = (sum: number): number => sum / Math.sqrt(sum * sum + 15);
