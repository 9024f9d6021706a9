/** Further decimals are noise. */
const DECIMALS = 4;

/** A confidence rounded for the answer. */
export const roundConfidence = (confidence: number) => Number(confidence.toFixed(DECIMALS));
