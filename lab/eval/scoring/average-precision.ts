import type { EvaluatedAttempt } from './boxes';
import { labelsOf, verdictsOf, type Verdict } from './matching';

/** 0.50, 0.55 … 0.95. */
export const COCO_THRESHOLDS: readonly number[] = Array.from({ length: 10 }, (_, i) => (50 + 5 * i) / 100);

/**
 * The area under the curve of precision over recall, read at the 101 recalls 0, 0.01 … 1 with the best precision at
 * that recall or a higher one (COCO's interpolation).
 * @param verdicts in any order, over all images. @param objects how many there were to find; at least one.
 */
export function averagePrecision(verdicts: readonly Verdict[], objects: number): number {
  const ranked = [...verdicts].sort((a, b) => b.confidence - a.confidence);
  const curve: { recall: number; precision: number }[] = [];
  let right = 0;
  ranked.forEach((verdict, i) => {
    if (verdict.right) right += 1;
    curve.push({ recall: right / objects, precision: right / (i + 1) });
  });
  for (let i = curve.length - 2; i >= 0; i--) curve[i]!.precision = Math.max(curve[i]!.precision, curve[i + 1]!.precision);
  let [sum, at] = [0, 0];
  for (let percent = 0; percent <= 100; percent++) {
    while (at < curve.length && curve[at]!.recall < percent / 100 - 1e-9) at += 1;
    sum += curve[at]?.precision ?? 0;
  }
  return sum / 101;
}

/** The mean over the labels that occur and over the overlaps at which a claim counts as right. 0..1. */
export function meanAveragePrecision(images: readonly EvaluatedAttempt[], thresholds = COCO_THRESHOLDS): number {
  const labels = labelsOf(images);
  const precisions = labels.flatMap((label) => {
    const objects = images.reduce((sum, { truths }) => sum + truths.filter((truth) => truth.label === label).length, 0);
    return thresholds.map((threshold) => averagePrecision(verdictsOf(images, label, threshold), objects));
  });
  return precisions.reduce((sum, value) => sum + value, 0) / precisions.length;
}
