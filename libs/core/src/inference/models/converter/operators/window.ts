import type { Conversion } from '../conversion';
import type { GraphNode } from '../graph';
import type { OnnxAttribute } from '../../onnx';

/** A window that slides over rows and columns. Each field has two numbers. */
interface SlidingWindow {
  kernel: number[];
  strides: number[];
  dilations: number[];
}

/** Pads above, left, below and right, in ONNX's order. */
function explicitPads(node: GraphNode): [number, number, number, number] {
  const pads = node.attributes.integers('explicit_paddings');
  return [pads[2] ?? 0, pads[4] ?? 0, pads[3] ?? 0, pads[5] ?? 0];
}

/** SAME as `auto_pad`: the pads follow the input's size, which may be dynamic. */
export function padding(node: GraphNode, at: Conversion, window: SlidingWindow): Record<string, OnnxAttribute> {
  const kind = node.attributes.text('padding');
  const pointwise = window.kernel.every((size, axis) => size === 1 && window.strides[axis] === 1);
  if (kind === 'VALID' || (kind === 'SAME' && pointwise)) return { pads: [0, 0, 0, 0] };
  if (kind === 'SAME') return { auto_pad: 'SAME_UPPER' };
  if (kind === 'EXPLICIT') return { pads: explicitPads(node) };
  throw at.fault(node, `the padding '${kind}' is unknown`);
}

/** Rows and columns of the window's output for an N H W C image. */
export function outputSize(node: GraphNode, at: Conversion, shape: number[], window: SlidingWindow): number[] {
  const same = node.attributes.text('padding') === 'SAME';
  const pads = explicitPads(node);
  return [0, 1].map((axis) => {
    const size = shape[axis + 1]!;
    if (same) return Math.ceil(size / window.strides[axis]!);
    const reach = (window.kernel[axis]! - 1) * window.dilations[axis]! + 1;
    const result = Math.floor((size + pads[axis]! + pads[axis + 2]! - reach) / window.strides[axis]!) + 1;
    if (result < 1) throw at.fault(node, `its window of ${reach} is larger than its input of ${size}`);
    return result;
  });
}
