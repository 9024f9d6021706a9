import { eachChannel, isPointwise, readConvolution, writeConvolution, type Convolution } from '../convolution';
import type { OnnxModel, OnnxNode, OnnxTensor } from '../encoding';
import { withQuantizeLinear } from './opset';

/**
 * The quantization of one convolution. Its constants are named `OUTPUT/PART`: the convolution's output, and a field of this
 * interface.
 */
interface Layer {
  /** Scale and zero point of the input, then those of the output. */
  ranges: Float32Array;
  /** Divisor for each input channel before quantization; absent if it gains nothing. */
  smoothing?: Float32Array;
  /** Scale of the weights, for each output channel. */
  scales: Float32Array;
  /** Added to each weight after rounding to the nearest integer. */
  rounding: Int8Array;
  /** Added to the bias: it corrects the mean error of rounding. */
  bias: Float32Array;
}

type Ranges = [inputScale: number, inputZero: number, outputScale: number, outputZero: number];
const PARTS = ['ranges', 'scales', 'rounding', 'bias'] as const;
/** ONNX's type number of float32. */
const FLOAT = 1;

/**
 * Quantizes 1 × 1 convolutions to 8-bit integers (static quantization). CPUs with 8-bit dot products compute them up to four times
 * as fast. `lab/train/ocr/quantize.py` makes the constants, which contain none of the model's weights.
 * @throws Error if the constants are not those of this model.
 */
export function quantize(model: OnnxModel, constants: readonly OnnxTensor[]): OnnxModel {
  const layers = readLayers(constants);
  const numbers = new Map(model.tensors.map((tensor) => [tensor.name, tensor]));
  const added = new Map<string, OnnxTensor>();
  const nodes = model.nodes.flatMap((node) => {
    const layer = layers.get(node.outputs[0]!);
    if (!layer) return [node];
    layers.delete(node.outputs[0]!);
    const convolution = readConvolution(node, numbers);
    const isWhole = PARTS.every((part) => layer[part] !== undefined);
    if (!convolution || !isPointwise(convolution) || !isWhole || layer.rounding.length !== convolution.weights.length)
      throw new Error(`its quantization belongs to another model: compare '${node.outputs[0]}'`);
    const quantized = inBytes(convolution, layer);
    for (const tensor of quantized.tensors) added.set(tensor.name, tensor);
    return quantized.nodes;
  });
  for (const name of layers.keys())
    throw new Error(`its quantization belongs to another model, which has a convolution '${name}'`);
  const kept = model.tensors.filter(({ name }) => !added.has(name));
  return withQuantizeLinear({ ...model, nodes, tensors: [...kept, ...added.values()] });
}

function readLayers(constants: readonly OnnxTensor[]): Map<string, Layer> {
  const layers = new Map<string, Partial<Record<string, ArrayBufferView>>>();
  for (const { name, data } of constants) {
    const slash = name.lastIndexOf('/');
    const [layer, part] = [name.slice(0, slash), name.slice(slash + 1)];
    layers.set(layer, { ...layers.get(layer), [part]: data });
  }
  return layers as Map<string, unknown> as Map<string, Layer>;
}

function inBytes(convolution: Convolution, layer: Layer): { nodes: OnnxNode[]; tensors: OnnxTensor[] } {
  const { node, bias } = convolution;
  const made = node.outputs[0]!;
  const [, , scale, zero] = layer.ranges as unknown as Ranges;
  const tensors = constantsOf(convolution, layer);
  const constants = tensors.map(({ name }) => name);
  const smooth =
    layer.smoothing &&
    eachChannel(
      node.inputs[0]!,
      `${made}/smooth`,
      layer.smoothing.map((each) => 1 / each),
    );
  // A convolution replaces DequantizeLinear: ONNX Runtime fuses the following hard-swish into it.
  const numbers = eachChannel(`${made}/numbers`, made, new Float32Array(bias.length).fill(scale), -scale * zero);
  const next = (operator: string, inputs: string[], output: string, attributes: OnnxNode['attributes'] = {}): OnnxNode => ({
    operator,
    inputs,
    outputs: [`${made}/${output}`],
    attributes,
  });
  const nodes = [
    ...(smooth ? [smooth.node] : []),
    next('QuantizeLinear', [smooth ? `${made}/smooth` : node.inputs[0]!, ...constants.slice(0, 2)], 'input'),
    next('QLinearConv', [`${made}/input`, ...constants], 'output', node.attributes),
    next('Cast', [`${made}/output`], 'numbers', { to: FLOAT }),
    numbers.node,
  ];
  return { nodes, tensors: [...tensors, ...(smooth ? writeConvolution(smooth) : []), ...writeConvolution(numbers)] };
}

/** The inputs of QLinearConv after the first, in order. */
function constantsOf({ node, weights, bias, shape }: Convolution, layer: Layer): OnnxTensor[] {
  const [inputScale, inputZero, outputScale, outputZero] = layer.ranges as unknown as Ranges;
  const sums = Array.from(bias, (value, to) => Math.round((value + layer.bias[to]!) / (layer.scales[to]! * inputScale)));
  const channels = [bias.length];
  const constants: Omit<OnnxTensor, 'name'>[] = [
    { element: 'float32', shape: [], data: Float32Array.of(inputScale) },
    { element: 'uint8', shape: [], data: Uint8Array.of(inputZero) },
    { element: 'int8', shape: [...shape], data: rounded(weights, layer) },
    { element: 'float32', shape: channels, data: layer.scales },
    { element: 'int8', shape: channels, data: new Int8Array(bias.length) },
    { element: 'float32', shape: [], data: Float32Array.of(outputScale) },
    { element: 'uint8', shape: [], data: Uint8Array.of(outputZero) },
    { element: 'int32', shape: channels, data: Int32Array.from(sums) },
  ];
  const names = ['input_scale', 'input_zero', 'bytes', 'scales', 'zeros', 'output_scale', 'output_zero', 'sums'];
  return constants.map((each, index) => ({ ...each, name: `${node.outputs[0]}/${names[index]}` }));
}

function rounded(weights: Float32Array, { scales, smoothing, rounding }: Layer): Int8Array {
  const channels = weights.length / scales.length;
  return rounding.map((moved, index) => {
    const [to, from] = [Math.floor(index / channels), index % channels];
    return Math.round((weights[index]! * (smoothing?.[from] ?? 1)) / scales[to]!) + moved;
  });
}
