import type { OnnxNode, OnnxTensor } from './encoding';

/** A convolution whose constants can be changed. */
export interface Convolution {
  node: OnnxNode;
  /** One row per output channel. */
  weights: Float32Array;
  bias: Float32Array;
  /** Output channels, input channels that each of them reads, height, width. */
  shape: readonly number[];
}

/** factor · source + shift, with the same two numbers for the whole image. */
export interface Affine {
  source: string;
  factor: number;
  shift: number;
}

/** A copy of the node with its constants; undefined for another node, and if constants are computed. */
export function readConvolution(node: OnnxNode, constants: ReadonlyMap<string, OnnxTensor>): Convolution | undefined {
  if (node.operator !== 'Conv') return undefined;
  const [weights, bias] = node.inputs.slice(1).map((name) => constants.get(name));
  if (!(weights?.data instanceof Float32Array) || (node.inputs.length > 2 && !(bias?.data instanceof Float32Array)))
    return undefined;
  const { shape, data } = weights;
  return {
    node: { ...node, inputs: [...node.inputs], outputs: [...node.outputs] },
    weights: data.slice(),
    bias: (bias?.data as Float32Array | undefined)?.slice() ?? new Float32Array(shape[0]!),
    shape,
  };
}

/** Gives the node its constants under the convolution's own names. */
export function writeConvolution({ node, weights, bias, shape }: Convolution): OnnxTensor[] {
  const [weightsName, biasName] = ['weights', 'bias'].map((name) => `${node.outputs[0]}/${name}`) as [string, string];
  node.inputs = [node.inputs[0]!, weightsName, biasName];
  return [
    { name: weightsName, element: 'float32', shape: [...shape], data: weights },
    { name: biasName, element: 'float32', shape: [bias.length], data: bias },
  ];
}

/** A convolution for each channel separately: multiplies by the channel's factor and adds the shift. */
export function eachChannel(source: string, value: string, factors: Float32Array, shift = 0): Convolution {
  const channels = factors.length;
  return {
    node: { operator: 'Conv', inputs: [source], outputs: [value], attributes: { group: channels, kernel_shape: [1, 1] } },
    weights: factors,
    bias: new Float32Array(channels).fill(shift),
    shape: [channels, 1, 1, 1],
  };
}

/** Changes a convolution with the result y so that it computes factor · y + shift. */
export function scaleAfter({ weights, bias }: Convolution, { factor, shift }: Affine): void {
  for (let index = 0; index < weights.length; index++) weights[index]! *= factor;
  for (let index = 0; index < bias.length; index++) bias[index] = bias[index]! * factor + shift;
}

/**
 * Changes a convolution so that it computes from x what it computed from factor · x + shift. Its padding must not need the shift.
 */
export function scaleBefore({ weights, bias }: Convolution, { factor, shift }: Affine): void {
  const row = weights.length / bias.length;
  for (let channel = 0; channel < bias.length; channel++) {
    const from = channel * row;
    let sum = 0;
    for (let index = from; index < from + row; index++) {
      sum += weights[index]!;
      weights[index]! *= factor;
    }
    bias[channel]! += shift * sum;
  }
}

export function isPadded({ node: { attributes } }: Convolution): boolean {
  const { pads, auto_pad: automatic } = attributes;
  return automatic === undefined || automatic === 'NOTSET'
    ? Array.isArray(pads) && pads.some((each) => each !== 0)
    : automatic !== 'VALID';
}

/** Whether the convolution is 1 × 1 and has one group. */
export const isPointwise = ({ node, shape }: Convolution): boolean =>
  shape[2] === 1 && shape[3] === 1 && Number(node.attributes['group'] ?? 1) === 1;

/** Number of input channels that the convolution reads. */
export const channelsRead = ({ node, shape }: Convolution): number => shape[1]! * Number(node.attributes['group'] ?? 1);
