import { first, type Conversion, type Operator } from '../conversion';
import type { GraphNode } from '../graph';
import type { Permutation } from '../permute';
import { identityPermutation } from '../permute';
import { activate, isActivation } from './activation';
import { outputSize, padding } from './window';

/** TensorFlow keeps weights as rows × columns × in × out; ONNX wants out × in × rows × columns. */
export const convolution: Operator = (node, at) => {
  const [rows, columns, input, output] = at.constant(node, 1).shape as [number, number, number, number];
  const axes = { shape: [rows, columns, input, output], order: [3, 2, 0, 1], result: [output, input, rows, columns] };
  return convolve(node, at, axes, 1);
};

/** Weights are rows × columns × in × multiplier. Each channel is its own group. */
export const depthwiseConvolution: Operator = (node, at) => {
  const [rows, columns, input, multiplier] = at.constant(node, 1).shape as [number, number, number, number];
  const result = [input * multiplier, 1, rows, columns];
  return convolve(node, at, { shape: [rows, columns, input, multiplier], order: [2, 3, 0, 1], result }, input);
};

function convolve(node: GraphNode, at: Conversion, weightAxes: Permutation, group: number) {
  const { attributes } = node;
  if (attributes.text('data_format') === 'NCHW') throw at.fault(node, 'its images are NCHW');
  const image = at.read(node, 0);
  const kernel = weightAxes.result.slice(2);
  const strides = attributes.integers('strides').slice(1, 3);
  const dilations = attributes.integers('dilations').slice(1, 3);
  const window = { kernel, strides, dilations: dilations.length ? dilations : [1, 1] };
  const inputs = [at.first(image), at.builder.weight(at.constant(node, 1).weight, weightAxes)];
  const fused = attributes.texts('fused_ops');
  if (fused[0] === 'BiasAdd') {
    const bias = at.constant(node, 2);
    inputs.push(at.builder.weight(bias.weight, identityPermutation(bias.shape)));
    fused.shift();
  }
  let name = at.emit('Conv', inputs, {
    kernel_shape: kernel,
    strides,
    dilations: window.dilations,
    group,
    ...padding(node, at, window),
  });
  for (const next of fused) {
    if (!isActivation(next)) throw at.fault(node, `the fused operator '${next}' is unknown`);
    name = activate(at, next, name);
  }
  const [batch] = image.shape as [number];
  return first(name, [batch, ...outputSize(node, at, image.shape, window), weightAxes.result[0]!]);
}
