import type { OnnxModel, OnnxNode } from './encoding';
import { readScalars } from './scalars';

/**
 * Replaces x · clip(x + 3, 0, 6) / 6, four passes over the image, by x · HardSigmoid(x), which ONNX Runtime fuses into the
 * convolution that computes x. Other forms stay unchanged.
 */
export function fuseHardSwish(model: OnnxModel): OnnxModel {
  const scalars = readScalars(model);
  const makers = new Map(model.nodes.flatMap((node) => node.outputs.map((output) => [output, node])));
  const fused = new Map<OnnxNode, OnnxNode[]>();
  for (const node of model.nodes) {
    const source = node.operator === 'Div' && scalars.get(node.inputs[1]!) === 6 ? swishOf(node.inputs[0]!) : undefined;
    if (source !== undefined) fused.set(node, hardSwish(source, node.outputs[0]!));
  }
  return { ...model, nodes: model.nodes.flatMap((node) => fused.get(node) ?? [node]) };

  /** x, where the value is x · clip(x + 3, 0, 6). */
  function swishOf(value: string): string | undefined {
    const product = makers.get(value);
    if (product?.operator !== 'Mul') return undefined;
    const [left, right] = product.inputs as [string, string];
    if (shiftedClip(right) === left) return left;
    return shiftedClip(left) === right ? right : undefined;
  }

  /** x, where the value is clip(x + 3, 0, 6). */
  function shiftedClip(value: string): string | undefined {
    const clip = makers.get(value);
    if (clip?.operator !== 'Clip') return undefined;
    const [least, most] = [clip.attributes.min, clip.attributes.max].map(
      (each) => (each as { float: number } | undefined)?.float,
    );
    if ((least ?? scalars.get(clip.inputs[1] ?? '')) !== 0 || (most ?? scalars.get(clip.inputs[2] ?? '')) !== 6) return undefined;
    const sum = makers.get(clip.inputs[0]!);
    if (sum?.operator !== 'Add') return undefined;
    const three = sum.inputs.findIndex((input) => scalars.get(input) === 3);
    return three < 0 ? undefined : sum.inputs[1 - three];
  }
}

function hardSwish(source: string, result: string): OnnxNode[] {
  const gate = `${result}/hard_sigmoid`;
  const attributes = { alpha: { float: 1 / 6 }, beta: { float: 0.5 } };
  return [
    { operator: 'HardSigmoid', inputs: [source], outputs: [gate], attributes },
    { operator: 'Mul', inputs: [source, gate], outputs: [result], attributes: {} },
  ];
}
