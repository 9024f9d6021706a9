import { type Operator } from '../conversion';
export declare const concat: Operator;
export declare const reshape: Operator;
export declare const expandDims: Operator;
export declare const squeeze: Operator;
/** Stacks values along a new axis. */
export declare const pack: Operator;
/** Takes a value apart along an axis, which goes away. */
export declare const unpack: Operator;
