import { type Operator } from '../conversion';
export declare function elementwise(onnxOperator: string): Operator;
export declare const multiply: Operator;
export declare const squaredDifference: Operator;
/** ONNX divides integers towards zero, TensorFlow rounds down; Mod has the divisor's sign in both. */
export declare const floorDivide: Operator;
