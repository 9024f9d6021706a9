import type { Verdict } from './matching';

/** Claims of like confidence, and how many of them were right. */
export interface Bin {
  from: number;
  to: number;
  claims: number;
  /** Mean of what was said. */
  confidence: number;
  /** What came true. */
  precision: number;
}

/** Sorts verdicts into bins of equal width over 0..1; bins without a claim are left out. */
export function reliability(verdicts: readonly Verdict[], bins = 10): Bin[] {
  return Array.from({ length: bins }, (_, i) => {
    const inside = verdicts.filter(({ confidence }) => Math.min(bins - 1, Math.floor(confidence * bins)) === i);
    const mean = (value: (verdict: Verdict) => number) => inside.reduce((sum, each) => sum + value(each), 0) / inside.length;
    return {
      from: i / bins,
      to: (i + 1) / bins,
      claims: inside.length,
      confidence: mean(({ confidence }) => confidence),
      precision: mean(({ right }) => Number(right)),
    };
  }).filter(({ claims }) => claims > 0);
}

/** The mean distance between what was said and what came true, weighted by claims (ECE). 0 if nothing was claimed. */
export function calibrationError(bins: readonly Bin[]): number {
  const claims = bins.reduce((sum, bin) => sum + bin.claims, 0);
  return bins.reduce((sum, bin) => sum + (bin.claims * Math.abs(bin.confidence - bin.precision)) / claims, 0);
}

/** Of the claims at or above `confidence`: the part that was right; and the part of the objects that they found. */
export function precisionAndRecall(
  verdicts: readonly Verdict[],
  objects: number,
  confidence: number,
): { claims: number; precision: number; recall: number } {
  const kept = verdicts.filter((verdict) => verdict.confidence >= confidence);
  const right = kept.filter((verdict) => verdict.right).length;
  return { claims: kept.length, precision: kept.length > 0 ? right / kept.length : 0, recall: objects > 0 ? right / objects : 0 };
}
