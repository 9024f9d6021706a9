export declare const sigmoid: (value: number) => number;
/** The inverse of sigmoid; ∓Infinity at 0 and 1. */
export declare const logit: (probability: number) => number;
