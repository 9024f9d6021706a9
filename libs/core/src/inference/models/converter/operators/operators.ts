import type { Operator } from '../conversion';
import { argMax, cast, gatherNd, matMul, mean, softmax } from './reduce';
import { convolution, depthwiseConvolution } from './convolution';
import { elementwise, floorDivide, multiply, squaredDifference } from './elementwise';
import { identity, placeholder } from './input';
import { averagePool, maxPool, pad, resizeBilinear } from './spatial';
import { concat, expandDims, pack, reshape, squeeze, unpack } from './shape';
import { splitSizes, transpose } from './order';
import { activation, leakyRelu } from './activation';

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
