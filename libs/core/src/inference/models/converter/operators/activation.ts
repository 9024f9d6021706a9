import { getLayout, type Conversion, type Operator } from '../conversion';

/** Element-wise functions of one value. Each returns the name of the resulting ONNX value. */
const FUNCTIONS: Record<string, (at: Conversion, value: string) => string> = {
  Relu: (at, value) => at.emit('Relu', [value]),
  Relu6: (at, value) => at.emit('Clip', [value, at.builder.float(0), at.builder.float(6)]),
  Sigmoid: (at, value) => at.emit('Sigmoid', [value]),
  Sqrt: (at, value) => at.emit('Sqrt', [value]),
};

export function isActivation(name: string): boolean {
  return Object.hasOwn(FUNCTIONS, name);
}

export function activate(at: Conversion, name: string, value: string): string {
  return FUNCTIONS[name]!(at, value);
}

export function activation(name: string): Operator {
  return (node, at) => {
    const value = at.read(node, 0);
    const layout = getLayout(value);
    const result = activate(at, name, at.in(layout, value));
    return { kind: 'computed', name: result, layout, shape: value.shape, element: value.element };
  };
}

/** TensorFlow's own slope where the graph names none. */
const LEAK = 0.2;

export const leakyRelu: Operator = (node, at) => {
  const value = at.read(node, 0);
  const layout = getLayout(value);
  const name = at.emit('LeakyRelu', [at.in(layout, value)], { alpha: { float: node.attributes.number('alpha') ?? LEAK } });
  return { kind: 'computed', name, layout, shape: value.shape, element: value.element };
};
