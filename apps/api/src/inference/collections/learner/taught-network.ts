import { encodeModel } from '@percept/core';
import type { TaughtModel } from './learner';

/**
 * The network of a taught model: takes the features of a trunk and returns a probability for each label. They sum to less than 1 if
 * the features fit no class.
 */
export function toNetwork(
  { weights, constants, temperature, centre, means, threshold, slope }: TaughtModel,
  size: number,
): Uint8Array {
  // With a background, it is the last column.
  const columns = constants.length;
  const count = means.length / size;
  const scaled = (values: Float64Array): Float32Array => Float32Array.from(values, (value) => value / temperature);
  const tensor = (name: string, shape: number[], data: Float32Array) => ({ name, element: 'float32' as const, shape, data });
  const node = (operator: string, inputs: string[], output: string, attributes = {}) => ({
    ...{ operator, inputs, attributes },
    outputs: [output],
  });
  return encodeModel({
    producer: 'percept',
    inputs: [{ name: 'features', element: 'float32', shape: [1, size] }],
    outputs: [{ name: 'scores', element: 'float32', shape: [1, count] }],
    tensors: [
      tensor('weights', [columns, size], scaled(weights)),
      tensor('constants', [columns], scaled(constants)),
      tensor('centre', [size], centre),
      tensor('means', [count, size], means),
      tensor('named', [columns, count], selection(columns, count)),
      tensor('tiny', [], Float32Array.of(1e-9)),
      tensor('threshold', [], Float32Array.of(threshold)),
      tensor('slope', [], Float32Array.of(slope)),
    ],
    nodes: [
      node('ReduceL2', ['features'], 'found', { axes: [1], keepdims: 1 }),
      node('Max', ['found', 'tiny'], 'length'),
      node('Div', ['features', 'length'], 'unit'),
      node('Gemm', ['unit', 'weights', 'constants'], 'logits', { transB: 1 }),
      node('Softmax', ['logits'], 'shares', { axis: 1 }),
      node('Sub', ['unit', 'centre'], 'apart'),
      node('ReduceL2', ['apart'], 'distance', { axes: [1], keepdims: 1 }),
      node('Max', ['distance', 'tiny'], 'far'),
      node('Div', ['apart', 'far'], 'direction'),
      node('Gemm', ['direction', 'means'], 'cosines', { transB: 1 }),
      node('ReduceMax', ['cosines'], 'nearest', { axes: [1], keepdims: 1 }),
      node('Sub', ['nearest', 'threshold'], 'beyond'),
      node('Mul', ['beyond', 'slope'], 'steep'),
      node('Sigmoid', ['steep'], 'known'),
      node('MatMul', ['shares', 'named'], 'labels'),
      node('Mul', ['labels', 'known'], 'scores'),
    ],
  });
}

/** A matrix that keeps only the first `count` columns of a row. */
function selection(columns: number, count: number): Float32Array {
  return Float32Array.from({ length: columns * count }, (_, at) => Number(Math.floor(at / count) === at % count));
}
