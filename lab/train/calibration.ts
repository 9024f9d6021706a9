import { probabilities } from './linear';

export interface EvaluatedAttempt {
  logits: [number, number, number];
  label: number;
}

/** Converts logits to probabilities: each is multiplied by `slope`, plus the offset of its class. */
export interface Calibration {
  slope: number;
  offsets: [number, number, number];
}

const STEPS = 2_000;
const RATE = 0.5;

/** Vector scaling with one slope: gradient descent on the log loss, each class with the same weight in all. */
export function fitCalibration(judged: readonly EvaluatedAttempt[]): Calibration {
  const counts = [0, 1, 2].map((label) => judged.filter((each) => each.label === label).length);
  const typical = Math.sqrt(
    judged.reduce((sum, { logits }) => sum + logits.reduce((all, z) => all + z * z, 0), 0) / judged.length / 3,
  );
  let slope = 1 / typical;
  const offsets: [number, number, number] = [0, 0, 0];
  for (let step = 0; step < STEPS; step++) {
    let slopeGradient = 0;
    const gradients = [0, 0, 0];
    for (const { logits, label } of judged) {
      const weight = 1 / (3 * counts[label]!);
      probabilities(logits.map((logit, k) => logit * slope + offsets[k]!)).forEach((probability, k) => {
        const error = (probability - Number(k === label)) * weight;
        slopeGradient += error * logits[k]!;
        gradients[k]! += error;
      });
    }
    slope -= (RATE * slopeGradient) / (typical * typical);
    gradients.forEach((gradient, k) => (offsets[k] = offsets[k]! - RATE * gradient));
  }
  return { slope, offsets };
}
