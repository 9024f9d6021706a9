import { type Operator } from '../conversion';
/** The mean over rows and columns of a picture. */
export declare const mean: Operator;
export declare const softmax: Operator;
/** ONNX gives 64-bit indices; TensorFlow.js has 32. */
export declare const argMax: Operator;
export declare const cast: Operator;
/** Slices of the first value at the places that the second one lists. */
export declare const gatherNd: Operator;
