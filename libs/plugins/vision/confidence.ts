/** What lies behind them is noise. */
const DECIMALS = 4;

/** A confidence as it is answered. */
export const rounded = (confidence: number) => Number(confidence.toFixed(DECIMALS));
