import { first, last, type Conversion, type Operator } from '../conversion';
import type { GraphNode } from '../graph';
import { resolveAxis, product, TO_FIRST } from '../values';

export const concat: Operator = (node, at) => {
  const parts = node.inputs.slice(0, -1).map((reference) => at.value(reference));
  const shape = [...parts[0]!.shape];
  const axis = resolveAxis(at.integers(node, parts.length)[0]!, shape.length);
  shape[axis] = parts.reduce((sum, part) => sum + part.shape[axis]!, 0);
  const inFront = shape.length === 4 && parts.some((part) => part.kind === 'computed' && part.layout === 'first');
  const element = parts[0]!.element;
  if (!inFront) {
    const names = parts.map((part) => at.last(part));
    return last(at.emit('Concat', names, { axis }), shape, element);
  }
  const names = parts.map((part) => at.first(part));
  return first(at.emit('Concat', names, { axis: TO_FIRST.indexOf(axis) }), shape, element);
};

export const reshape: Operator = (node, at) => {
  const value = at.read(node, 0);
  const asked = at.integers(node, 1);
  if (at.input.dynamic.some((axis) => axis !== 'batch')) {
    throw at.fault(node, 'it fixes sizes, so height and width of the input cannot be dynamic; cut the graph before it');
  }
  const open = asked.indexOf(-1);
  const shape = [...asked];
  if (open >= 0) shape[open] = product(value.shape) / -product(asked);
  // 0 keeps the axis as it is: the batch size is known only when the model runs.
  const batch = at.input.dynamic.includes('batch') && shape[0] === value.shape[0];
  const target = batch ? [0, ...shape.slice(1)] : shape;
  return last(at.emit('Reshape', [at.last(value), at.builder.integers(target)]), shape, value.element);
};

export const expandDims: Operator = (node, at) => {
  const value = at.read(node, 0);
  const axis = resolveAxis(at.integers(node, 1)[0]!, value.shape.length + 1);
  const name = at.emit('Unsqueeze', [at.last(value), at.builder.integers([axis])]);
  return last(name, value.shape.toSpliced(axis, 0, 1), value.element);
};

export const squeeze: Operator = (node, at) => {
  const value = at.read(node, 0);
  const named = node.attributes.integers('squeeze_dims').map((axis) => resolveAxis(axis, value.shape.length));
  const axes = named.length ? named : value.shape.flatMap((size, axis) => (size === 1 ? [axis] : []));
  const name = at.emit('Squeeze', [at.last(value), at.builder.integers(axes)]);
  return last(
    name,
    value.shape.filter((_, axis) => !axes.includes(axis)),
    value.element,
  );
};

/** Stacks values along a new axis. */
export const pack: Operator = (node, at) => {
  const parts = node.inputs.map((reference) => at.value(reference));
  const { shape, element } = parts[0]!;
  const axis = resolveAxis(node.attributes.integer('axis'), shape.length + 1);
  const names = parts.map((part) => at.emit('Unsqueeze', [at.last(part), at.builder.integers([axis])]));
  return last(at.emit('Concat', names, { axis }), shape.toSpliced(axis, 0, parts.length), element);
};

/** Splits a value along an axis and removes that axis. */
export const unpack: Operator = (node, at) => {
  const value = at.read(node, 0);
  const axis = resolveAxis(node.attributes.integer('axis'), value.shape.length);
  const shape = value.shape.filter((_, each) => each !== axis);
  return split(node, at, axis).map((part) => last(at.emit('Squeeze', [part, at.builder.integers([axis])]), shape, value.element));
};

function split(node: GraphNode, at: Conversion, axis: number): string[] {
  const name = at.last(at.read(node, 0));
  const count = node.attributes.integer('num');
  return count === 1 ? [name] : at.builder.emitMany('Split', [name], { axis }, count);
}
