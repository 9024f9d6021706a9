import type { Operator } from '../conversion';
/** TensorFlow operators that can be converted, by their names in the graph. */
export declare const OPERATORS: Readonly<Record<string, Operator>>;
