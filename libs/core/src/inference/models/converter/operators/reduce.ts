import { first, last, type Operator } from '../conversion';
import type { OnnxElement } from '../../onnx';
import { resolveAxis } from '../values';

/** The mean over rows and columns of an image. */
export const mean: Operator = (node, at) => {
  const image = at.read(node, 0);
  const axes = at.integers(node, 1).map((axis) => resolveAxis(axis, image.shape.length));
  if (axes.toSorted().join() !== '1,2')
    throw at.fault(node, `it runs over the axes ${axes.join(', ')}, not over rows and columns`);
  const name = at.emit('GlobalAveragePool', [at.first(image)]);
  const [batch, , , channels] = image.shape as [number, number, number, number];
  if (node.attributes.flag('keep_dims')) return first(name, [batch, 1, 1, channels]);
  return last(at.emit('Flatten', [name], { axis: 1 }), [batch, channels]);
};

export const softmax: Operator = (node, at) => {
  const value = at.read(node, 0);
  return last(at.emit('Softmax', [at.last(value)], { axis: -1 }), value.shape);
};

/** Returns 32-bit indices as in TensorFlow.js; ONNX's have 64 bits. */
export const argMax: Operator = (node, at) => {
  const value = at.read(node, 0);
  const axis = resolveAxis(at.integers(node, 1)[0]!, value.shape.length);
  const name = at.emit('ArgMax', [at.last(value)], { axis, keepdims: 0 });
  return last(
    at.builder.cast(name, 'int32'),
    value.shape.filter((_, each) => each !== axis),
    'int32',
  );
};

const TYPES: Record<string, OnnxElement> = { DT_FLOAT: 'float32', DT_INT32: 'int32', DT_BOOL: 'bool' };

export const cast: Operator = (node, at) => {
  const value = at.read(node, 0);
  const type = node.attributes.type('DstT');
  const element = TYPES[type];
  if (!element) throw at.fault(node, `the type ${type} is unknown`);
  if (value.element === element) return value;
  const layout = value.kind === 'computed' ? value.layout : 'last';
  const name = at.builder.cast(at.in(layout, value), element);
  return { kind: 'computed', name, layout, shape: value.shape, element };
};

/** Slices of the first value at the places that the second one lists. */
export const gatherNd: Operator = (node, at) => {
  const source = at.read(node, 0);
  const indices = at.read(node, 1);
  const depth = indices.shape.at(-1)!;
  const name = at.emit('GatherND', [at.last(source), at.builder.cast(at.last(indices), 'int64')]);
  return last(name, [...indices.shape.slice(0, -1), ...source.shape.slice(depth)], source.element);
};

/** Multiplies rows of numbers by a matrix: a fully connected layer. */
export const matMul: Operator = (node, at) => {
  const [left, right] = [at.read(node, 0), at.read(node, 1)];
  if (node.attributes.flag('transpose_a') || node.attributes.flag('transpose_b'))
    throw at.fault(node, 'it transposes what it multiplies');
  const name = at.emit('MatMul', [at.last(left), at.last(right)]);
  return last(name, [...left.shape.slice(0, -1), right.shape.at(-1)!]);
};
