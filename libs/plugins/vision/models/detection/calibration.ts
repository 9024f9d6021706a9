import type { CalibrationSection } from '@percept/sdk/models';
import { logit, sigmoid } from './logistic';

/** Box size, in input pixels, at which the size neither raises nor lowers the confidence. */
const REFERENCE_PX = 64;

/** The kind of pass in `detail: high`. */
export type DetailPass = 'whole' | 'tile';

/** Turns a raw score into the probability of being right. Monotone: a higher raw score never gives less. */
export interface Calibration {
  /**
   * `px`: square root of the box's area in pixels of the model's input. `look`: the kind of pass, where several passes are merged.
   */
  confidence(score: number, px: number, label: string, look?: DetailPass): number;
  /** The raw score below which no box of at most `maxPx` reaches this confidence. */
  lowestScore(confidence: number, maxPx: number): number;
}

export function calibrationFrom(section: CalibrationSection | undefined): Calibration {
  if (!section) return { confidence: (score) => score, lowestScore: (confidence) => confidence };
  const { intercept, score: slope, size, labels, high } = section;
  const bonus = (px: number) => size * Math.log(px / REFERENCE_PX);
  const bestLabel = Math.max(0, ...Object.values(labels));
  return {
    confidence: (score, px, label, look) => {
      const doubt = (look && high?.[look]) ?? 0;
      return sigmoid(intercept + slope * logit(score) + bonus(px) + (labels[label] ?? 0) + doubt);
    },
    lowestScore: (confidence, maxPx) => {
      const bestSize = Math.max(bonus(1), bonus(maxPx));
      return sigmoid((logit(confidence) - intercept - bestSize - bestLabel) / slope);
    },
  };
}
