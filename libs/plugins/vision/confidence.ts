/** Further decimals are noise. */
const DECIMALS = 4;

/** A confidence rounded for the answer. */
export const rounded = (confidence: number) => Number(confidence.toFixed(DECIMALS));
