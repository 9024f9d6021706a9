import { layoutOf, type Conversion } from './conversion';
import type { GraphNode } from './graph';
import type { Computed, Value } from './values';
import { product } from './values';

/*
 * TensorFlow writes hard-sigmoid as (1/6) · relu6(x + 3) and hard-swish as (x · 1/6) · relu6(x + 3): four passes over the
 * picture. ONNX Runtime has fused kernels for both, which make CenterNet a quarter faster.
 */

/** The 1/6 is often stored in half precision, as 0.16662598. */
const SIXTH_TOLERANCE = 2e-4;

const otherOf = (index: number) => 1 - index;

/** What a product that is a hard-sigmoid or a hard-swish computes; undefined where it is neither. */
export function fuseHardMultiply(node: GraphNode, at: Conversion): Value | undefined {
  for (const index of [0, 1]) {
    const source = shiftedRelu6(node.inputs[index]!, at);
    if (source === undefined) continue;
    const factor = node.inputs[otherOf(index)]!;
    if (isSixth(factor, at)) return fused('HardSigmoid', source, at);
    if (isSixthOf(factor, source, at)) return fused('HardSwish', source, at);
  }
  return undefined;
}

/** x, where the reference is relu6(x + 3). */
function shiftedRelu6(reference: string, at: Conversion): string | undefined {
  const relu = at.graph.nodes.get(reference);
  if (relu?.operator !== 'Relu6') return undefined;
  const sum = at.graph.nodes.get(relu.inputs[0]!);
  if (sum?.operator !== 'Add' && sum?.operator !== 'AddV2') return undefined;
  const three = sum.inputs.findIndex((input) => scalar(input, at) === 3);
  return three < 0 ? undefined : sum.inputs[otherOf(three)];
}

/** Whether the reference is source · 1/6. */
function isSixthOf(reference: string, source: string, at: Conversion): boolean {
  const node = at.graph.nodes.get(reference);
  if (node?.operator !== 'Mul') return false;
  return [0, 1].some((index) => node.inputs[index] === source && isSixth(node.inputs[otherOf(index)]!, at));
}

function isSixth(reference: string, at: Conversion): boolean {
  const value = scalar(reference, at);
  return value !== undefined && Math.abs(value - 1 / 6) < SIXTH_TOLERANCE;
}

function scalar(reference: string, at: Conversion): number | undefined {
  const weight = at.graph.weights.get(reference);
  return weight && product(weight.shape) === 1 ? weight.values[0] : undefined;
}

function fused(operator: 'HardSigmoid' | 'HardSwish', source: string, at: Conversion): Computed {
  const value = at.value(source);
  const layout = layoutOf(value);
  const attributes = operator === 'HardSigmoid' ? { alpha: { float: 1 / 6 }, beta: { float: 0.5 } } : undefined;
  const name = at.emit(operator, [at.in(layout, value)], attributes);
  return { kind: 'computed', name, layout, shape: value.shape, element: value.element };
}
