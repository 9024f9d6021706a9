import { first, getLayout, type Operator } from '../conversion';
import { TO_FIRST } from '../values';
import { outputSize, padding } from './window';

/** Pools each channel in the same way. The pixels that SAME adds around the image count in no mean. */
const pool =
  (onnxOperator: string): Operator =>
  (node, at) => {
    const image = at.read(node, 0);
    const window = {
      kernel: node.attributes.integers('ksize').slice(1, 3),
      strides: node.attributes.integers('strides').slice(1, 3),
      dilations: [1, 1],
    };
    const attributes = { kernel_shape: window.kernel, strides: window.strides, ...padding(node, at, window) };
    const name = at.emit(onnxOperator, [at.first(image)], attributes);
    return first(name, [image.shape[0]!, ...outputSize(node, at, image.shape, window), image.shape[3]!]);
  };

export const maxPool = pool('MaxPool');
export const averagePool = pool('AveragePool');

/** Zeros, or (PadV2) another constant, around rows, columns or channels; an image keeps its order. */
export const pad: Operator = (node, at) => {
  const image = at.read(node, 0);
  const pads = at.integers(node, 1);
  const layout = getLayout(image);
  const order = layout === 'first' ? TO_FIRST : image.shape.map((_, axis) => axis);
  const before = order.map((axis) => pads[axis * 2]!);
  const after = order.map((axis) => pads[axis * 2 + 1]!);
  const value = node.inputs.length > 2 ? [at.last(at.constant(node, 2))] : [];
  const name = at.emit('Pad', [at.in(layout, image), at.builder.integers([...before, ...after]), ...value]);
  const shape = image.shape.map((size, axis) => size + pads[axis * 2]! + pads[axis * 2 + 1]!);
  return { kind: 'computed', name, layout, shape, element: image.element };
};

/** The graph names the size for its nominal input. Only the ratio holds for every input. */
export const resizeBilinear: Operator = (node, at) => {
  const image = at.read(node, 0);
  const [batch, rows, columns, channels] = image.shape as [number, number, number, number];
  const [height, width] = at.integers(node, 1) as [number, number];
  const scales = at.builder.floats([1, 1, height / rows, width / columns], [4]);
  const mode = node.attributes.flag('align_corners')
    ? 'align_corners'
    : node.attributes.flag('half_pixel_centers')
      ? 'half_pixel'
      : 'asymmetric';
  const attributes = { mode: 'linear', coordinate_transformation_mode: mode };
  return first(at.emit('Resize', [at.first(image), '', scales], attributes), [batch, height, width, channels]);
};
