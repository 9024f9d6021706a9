import { type Operator } from '../conversion';
/** The model's input: N H W C, raw pixels or floats. */
export declare const placeholder: Operator;
export declare const identity: Operator;
