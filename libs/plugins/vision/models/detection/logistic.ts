export const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));

/** The inverse of sigmoid; ∓Infinity at 0 and 1. */
export const logit = (probability: number) => Math.log(probability / (1 - probability));
