import type { Conversion, Operator } from '../conversion';
import type { GraphNode } from '../graph';
import { fuseHardMultiply } from '../hard-swish';
import type { Computed, Layout, Value } from '../values';

/** Shape of two values broadcast against each other, as in NumPy. */
function broadcast(left: number[], right: number[]): number[] {
  const rank = Math.max(left.length, right.length);
  return Array.from({ length: rank }, (_, axis) => {
    const size = left[axis - rank + left.length] ?? 1;
    return size === 1 ? (right[axis - rank + right.length] ?? 1) : size;
  });
}

/** Channels stay in front if all computed values are images. Otherwise TensorFlow's order decides the broadcasting. */
function commonLayout(values: Value[]): Layout {
  const computed = values.filter((value) => value.kind === 'computed');
  const images = computed.every((value) => value.shape.length === 4);
  return images && computed.some((value) => value.layout === 'first') ? 'first' : 'last';
}

function combine(node: GraphNode, at: Conversion, compute: (left: string, right: string) => string): Computed {
  const left = at.read(node, 0);
  const right = at.read(node, 1);
  const layout = commonLayout([left, right]);
  const name = compute(at.in(layout, left), at.in(layout, right));
  return { kind: 'computed', name, layout, shape: broadcast(left.shape, right.shape), element: left.element };
}

export function elementwise(onnxOperator: string): Operator {
  return (node, at) => combine(node, at, (left, right) => at.emit(onnxOperator, [left, right]));
}

export const multiply: Operator = (node, at) => fuseHardMultiply(node, at) ?? elementwise('Mul')(node, at);

export const squaredDifference: Operator = (node, at) =>
  combine(node, at, (left, right) => {
    const difference = at.emit('Sub', [left, right]);
    return at.emit('Mul', [difference, difference]);
  });

/** ONNX divides integers towards zero, TensorFlow rounds down. Mod has the divisor's sign in both. */
export const floorDivide: Operator = (node, at) => {
  const float = at.read(node, 0).element === 'float32';
  return combine(node, at, (left, right) => {
    if (float) return at.emit('Floor', [at.emit('Div', [left, right])]);
    return at.emit('Div', [at.emit('Sub', [left, at.emit('Mod', [left, right])]), right]);
  });
};
