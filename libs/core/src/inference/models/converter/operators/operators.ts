import { type Operator, last } from '../conversion';
import { argMax, cast, gatherNd, matMul, mean, softmax } from './reduce';
import { convolution, depthwiseConvolution } from './convolution';
import { elementwise, floorDivide, multiply, squaredDifference } from './elementwise';
import { averagePool, maxPool, pad, resizeBilinear } from './spatial';
import { concat, expandDims, pack, reshape, squeeze, unpack } from './shape';
import { splitSizes, transpose } from './order';
import { activation, leakyRelu } from './activation';

/** The model's input: N H W C, raw pixels or floats. */
const placeholder: Operator = (node, at) => {
  if (at.inputs.length > 0) throw at.fault(node, `the graph has an input already, and only models of one image can be converted`);
  const nominal = node.attributes.shape('shape').map((size) => (size < 0 ? 1 : size));
  if (nominal.length !== 4) throw at.fault(node, `its shape is [${nominal.join(', ')}], not that of an image`);
  const { type, scale, bias, dynamic } = at.input;
  const axes = ['batch', 'height', 'width', 'channels'] as const;
  const shape = axes.map((axis, index) => (dynamic.some((each) => each === axis) ? axis : nominal[index]!));
  at.inputs.push({ name: 'images', element: type, shape });
  if (type === 'float32') return last('images', nominal);
  let name = at.builder.cast('images', 'float32');
  if (scale !== 1) name = at.emit('Mul', [name, at.builder.float(scale)]);
  if (bias !== 0) name = at.emit('Add', [name, at.builder.float(bias)]);
  return last(name, nominal);
};

const identity: Operator = (node, at) => at.read(node, 0);

/** TensorFlow operators that can be converted, by their names in the graph. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  Add: elementwise('Add'),
  AddV2: elementwise('Add'),
  ArgMax: argMax,
  AvgPool: averagePool,
  BiasAdd: elementwise('Add'),
  Cast: cast,
  ConcatV2: concat,
  Conv2D: convolution,
  DepthwiseConv2dNative: depthwiseConvolution,
  ExpandDims: expandDims,
  FloorDiv: floorDivide,
  FusedDepthwiseConv2dNative: depthwiseConvolution,
  GatherNd: gatherNd,
  Identity: identity,
  LeakyRelu: leakyRelu,
  MatMul: matMul,
  MaxPool: maxPool,
  Mean: mean,
  Mul: multiply,
  Pack: pack,
  Pad: pad,
  PadV2: pad,
  Placeholder: placeholder,
  RealDiv: elementwise('Div'),
  Relu: activation('Relu'),
  Relu6: activation('Relu6'),
  Reshape: reshape,
  ResizeBilinear: resizeBilinear,
  Sigmoid: activation('Sigmoid'),
  Softmax: softmax,
  SplitV: splitSizes,
  Sqrt: activation('Sqrt'),
  SquaredDifference: squaredDifference,
  Squeeze: squeeze,
  Sub: elementwise('Sub'),
  Transpose: transpose,
  Unpack: unpack,
  _FusedConv2D: convolution,
};
