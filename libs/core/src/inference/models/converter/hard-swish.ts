import { getLayout, type Conversion } from './conversion';
import type { GraphNode } from './graph';
import { product, type Computed } from './values';

/*
 * TensorFlow writes hard-sigmoid as c · relu6(x + 3) and hard-swish as (c · x) · relu6(x + 3), with c = 1/6: three or four
 * passes over the image where ONNX Runtime has a fused HardSigmoid. A c that was stored in half precision is 0.16662598, and
 * that small difference grows to percents over fifteen layers: so what is left, k = 6 · c, is multiplied in.
 */

const otherOf = (index: number) => 1 - index;

/** Fuses a product that is a hard-sigmoid or a hard-swish; undefined if it is neither. */
export function fuseHardMultiply(node: GraphNode, at: Conversion): Computed | undefined {
  for (const index of [0, 1]) {
    const source = shiftedRelu6(node.inputs[index]!, at);
    if (source === undefined) continue;
    const reference = node.inputs[otherOf(index)]!;
    const factor = positiveScalar(reference, at);
    if (factor !== undefined) return fused(source, at, (x) => times(at, hardSigmoid(at, x, 1), 6 * factor));
    const swishFactor = factorOf(reference, source, at);
    if (swishFactor !== undefined) return fused(source, at, (x) => hardSwish(at, x, 6 * swishFactor));
  }
  return undefined;
}

/** k · x · hardSigmoid(x). The factor is applied first: ONNX Runtime folds it into the preceding convolution. */
function hardSwish(at: Conversion, x: string, k: number): string {
  const scaled = times(at, x, k);
  return at.emit('Mul', [scaled, hardSigmoid(at, scaled, k)]);
}

/** min(1, max(0, x / 6 + 1/2)), for a value that is k · x. */
function hardSigmoid(at: Conversion, value: string, k: number): string {
  return at.emit('HardSigmoid', [value], { alpha: { float: 1 / (6 * k) }, beta: { float: 0.5 } });
}

const times = (at: Conversion, value: string, k: number) => (k === 1 ? value : at.emit('Mul', [value, at.builder.float(k)]));

/** x, where the reference is relu6(x + 3). */
function shiftedRelu6(reference: string, at: Conversion): string | undefined {
  const relu = at.graph.nodes.get(reference);
  if (relu?.operator !== 'Relu6') return undefined;
  const sum = at.graph.nodes.get(relu.inputs[0]!);
  if (sum?.operator !== 'Add' && sum?.operator !== 'AddV2') return undefined;
  const three = sum.inputs.findIndex((input) => positiveScalar(input, at) === 3);
  return three < 0 ? undefined : sum.inputs[otherOf(three)];
}

/** c, where the reference is c · source. */
function factorOf(reference: string, source: string, at: Conversion): number | undefined {
  const node = at.graph.nodes.get(reference);
  if (node?.operator !== 'Mul') return undefined;
  const index = node.inputs.indexOf(source);
  return index < 0 ? undefined : positiveScalar(node.inputs[otherOf(index)]!, at);
}

function positiveScalar(reference: string, at: Conversion): number | undefined {
  const weight = at.graph.weights.get(reference);
  const value = weight && product(weight.shape) === 1 ? weight.values[0]! : 0;
  return value > 0 ? value : undefined;
}

function fused(source: string, at: Conversion, compute: (x: string) => string): Computed {
  const value = at.value(source);
  const layout = getLayout(value);
  const name = compute(at.in(layout, value));
  return { kind: 'computed', name, layout, shape: value.shape, element: value.element };
}
