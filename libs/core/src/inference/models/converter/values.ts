import type { OnnxElement } from '../onnx';
import type { Weight } from './weights';

/** `first`: N C H W, which ONNX's convolutions need. `last`: TensorFlow's order, N H W C if there are four axes. */
export type Layout = 'first' | 'last';

export const TO_FIRST = [0, 3, 1, 2];
export const TO_LAST = [0, 2, 3, 1];

/** A value that the graph computes. In any layout, `shape` is in TensorFlow's order, at the graph's nominal input size. */
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

export const product = (shape: number[]) => shape.reduce((result, size) => result * size, 1);

/** A negative axis counts from the end. */
export const resolveAxis = (axis: number, rank: number) => (axis < 0 ? axis + rank : axis);
