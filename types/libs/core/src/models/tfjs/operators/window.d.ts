import type { Conversion } from '../conversion';
import type { GraphNode } from '../graph';
import type { OnnxAttribute } from '../onnx-encoding';
/** A window that slides over rows and columns: two numbers each. */
export interface Window {
    kernel: number[];
    strides: number[];
    dilations: number[];
}
/** SAME as `auto_pad`: the pads follow the input's size, which may be dynamic. */
export declare function padding(node: GraphNode, at: Conversion, window: Window): Record<string, OnnxAttribute>;
/** Rows and columns that the window gives for a picture of N H W C. */
export declare function outputSize(node: GraphNode, at: Conversion, shape: number[], window: Window): number[];
