import type { OnnxElement } from './onnx-encoding';
import type { Weight } from './weights';
/** `first`: N C H W, what ONNX's convolutions want. `last`: the order of TensorFlow, N H W C where there are four axes. */
export type Layout = 'first' | 'last';
export declare const TO_FIRST: number[];
export declare const TO_LAST: number[];
/** A value that the graph computes. `shape` is in TensorFlow's order, at the graph's nominal input size, whatever the layout. */
export interface Computed {
    kind: 'computed';
    name: string;
    layout: Layout;
    shape: number[];
    element: OnnxElement;
}
export interface Constant {
    kind: 'constant';
    weight: Weight;
    shape: number[];
    element: OnnxElement;
}
export type Value = Computed | Constant;
export declare const product: (shape: number[]) => number;
/** A negative axis counts from the end. */
export declare const axisOf: (axis: number, rank: number) => number;
