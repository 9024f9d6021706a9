import { type Operator } from '../conversion';
/** TensorFlow keeps weights as rows × columns × in × out; ONNX wants out × in × rows × columns. */
export declare const convolution: Operator;
/** Rows × columns × in × multiplier: each channel by itself, a group for each. */
export declare const depthwiseConvolution: Operator;
