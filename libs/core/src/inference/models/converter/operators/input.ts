import { last, type Operator } from '../conversion';

/** The model's input: N H W C, raw pixels or floats. */
export const placeholder: Operator = (node, at) => {
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

export const identity: Operator = (node, at) => at.read(node, 0);
