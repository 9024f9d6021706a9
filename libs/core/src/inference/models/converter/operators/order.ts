import { last, getLayout, type Operator } from '../conversion';
import { resolveAxis, TO_FIRST, type Layout } from '../values';

/** Order in which a value's axes are stored. */
const storedAxes = (layout: Layout, rank: number): number[] =>
  layout === 'first' && rank === 4 ? TO_FIRST : Array.from({ length: rank }, (_, axis) => axis);

/** Graphs that came through ONNX transpose each image there and back. If only the layout changes, nothing is computed. */
export const transpose: Operator = (node, at) => {
  const value = at.read(node, 0);
  const order = at.integers(node, 1);
  const shape = order.map((axis) => value.shape[axis]!);
  const { element } = value;
  if (value.kind === 'computed') {
    const stored = storedAxes(value.layout, shape.length).join();
    const layouts: Layout[] = shape.length === 4 ? ['last', 'first'] : ['last'];
    const layout = layouts.find(
      (each) =>
        storedAxes(each, shape.length)
          .map((axis) => order[axis]!)
          .join() === stored,
    );
    if (layout) return { kind: 'computed', name: value.name, layout, shape, element };
  }
  return last(at.emit('Transpose', [at.last(value)], { perm: order }), shape, element);
};

/** Takes a value apart along an axis, in pieces of the sizes that the graph names. */
export const splitSizes: Operator = (node, at) => {
  const value = at.read(node, 0);
  const sizes = at.integers(node, 1);
  const axis = resolveAxis(at.integers(node, 2)[0]!, value.shape.length);
  const layout = getLayout(value);
  const stored = storedAxes(layout, value.shape.length).indexOf(axis);
  const inputs = [at.in(layout, value), at.builder.integers(sizes)];
  const names = at.builder.emitMany('Split', inputs, { axis: stored }, sizes.length);
  return names.map((name, index) => ({
    kind: 'computed',
    name,
    layout,
    shape: value.shape.with(axis, sizes[index]!),
    element: value.element,
  }));
};
