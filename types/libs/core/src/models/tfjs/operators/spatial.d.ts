import { type Operator } from '../conversion';
export declare const maxPool: Operator;
/** Zeros around rows, columns or channels. */
export declare const pad: Operator;
/** The graph names the size at its nominal input; the ratio is what holds for every other input too. */
export declare const resizeBilinear: Operator;
