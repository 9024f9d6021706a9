/** @jest-environment ./test/onnx-environment.js */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { foldAffine } from './affine';
import { decodeModel } from './decoding';
import { encodeModel, type OnnxModel, type OnnxNode, type OnnxTensor } from './encoding';
import { pruned } from './rewrite';
import { rewriteModel } from './rewrite';

const CHANNELS = 4;
const SIDE = 5;

const constant = (name: string, shape: number[], seed = 1): OnnxTensor => ({
  name,
  element: 'float32',
  shape,
  data: Float32Array.from({ length: shape.reduce((product, side) => product * side, 1) }, (_, index) =>
    Math.sin(seed * (index + 1)),
  ),
});
const node = (operator: string, inputs: string[], output: string, attributes: OnnxNode['attributes'] = {}): OnnxNode => ({
  operator,
  inputs,
  outputs: [output],
  attributes,
});
const tensors = [
  ...[constant('two', [1], 2), constant('third', [], 3)],
  ...[constant('w', [CHANNELS, CHANNELS, 1, 1]), constant('b', [CHANNELS], 5), constant('w3', [CHANNELS, CHANNELS, 3, 3], 7)],
  constant('each', [CHANNELS, 1, 3, 3], 11),
];
const image = { name: 'image', element: 'float32' as const, shape: [1, CHANNELS, 'height', 'width'] };
const port = (name: string) => ({ ...image, name });
const graph = (nodes: OnnxNode[], outputs = [nodes.at(-1)!.outputs[0]!]): OnnxModel => ({
  nodes,
  tensors,
  inputs: [image],
  outputs: outputs.map(port),
  producer: 'test',
});

async function answers(model: OnnxModel): Promise<number[][]> {
  const session = await InferenceSession.create(encodeModel(pruned(model)), { graphOptimizationLevel: 'disabled' });
  const { data } = constant('', [1, CHANNELS, SIDE, SIDE], 13);
  const found = await session.run({ image: new Tensor('float32', data as Float32Array, [1, CHANNELS, SIDE, SIDE]) });
  return session.outputNames.map((name) => Array.from(found[name]!.data as Float32Array));
}

const PADDED = { pads: [1, 1, 1, 1] };
const scaled = (from: string, to: string) => [node('Mul', ['two', from], `${to}0`), node('Add', [`${to}0`, 'third'], to)];

test.each<[string, OnnxModel, string]>([
  ['behind a convolution', graph([node('Conv', ['image', 'w', 'b'], 'x'), ...scaled('x', 'y')]), 'Conv'],
  ['behind one without a bias', graph([node('Conv', ['image', 'w'], 'x'), ...scaled('x', 'y')]), 'Conv'],
  ['before one that does not pad', graph([...scaled('image', 'x'), node('Conv', ['x', 'w3', 'b'], 'y')]), 'Conv'],
  ['before one that pads', graph([...scaled('image', 'x'), node('Conv', ['x', 'w3', 'b'], 'y', PADDED)]), 'Conv Conv'],
  [
    'before one that pads each channel',
    graph([...scaled('image', 'x'), node('Conv', ['x', 'each'], 'y', { ...PADDED, group: CHANNELS })]),
    'Conv Conv',
  ],
  [
    'before one that pads by itself',
    graph([...scaled('image', 'x'), node('Conv', ['x', 'w3'], 'y', { auto_pad: 'SAME_UPPER' })]),
    'Conv Conv',
  ],
  [
    'a factor alone before one that pads',
    graph([node('Mul', ['image', 'two'], 'x'), node('Conv', ['x', 'w3'], 'y', PADDED)]),
    'Conv',
  ],
  [
    'between two, through what is not linear',
    graph([
      node('Conv', ['image', 'w'], 'x'),
      ...scaled('x', 'y'),
      node('Relu', ['y'], 'z'),
      ...scaled('z', 'a'),
      node('Conv', ['a', 'w'], 'c'),
    ]),
    'Conv Relu Conv',
  ],
  ['twice', graph([node('Conv', ['image', 'w'], 'x'), ...scaled('x', 'y'), ...scaled('y', 'z')]), 'Conv'],
  [
    'where a convolution is used twice',
    graph([node('Conv', ['image', 'w'], 'x'), ...scaled('x', 'y'), node('Add', ['x', 'y'], 'z')]),
    'Conv Mul Add Add',
  ],
  [
    'where what it gives is used twice',
    graph([...scaled('image', 'x'), node('Conv', ['x', 'w'], 'y'), node('Add', ['x', 'y'], 'z')]),
    'Conv Mul Add Add',
  ],
  ['that is the answer', graph([node('Relu', ['image'], 'x'), ...scaled('x', 'y')]), 'Relu Mul Add'],
  ['that is an answer, too', graph([...scaled('image', 'x'), node('Conv', ['x', 'w'], 'y')], ['x', 'y']), 'Conv Mul Add'],
])('a number for the whole image %s is folded, and the answer stays', async (_, model, operators) => {
  const folded = pruned(foldAffine(model));
  expect(folded.nodes.map(({ operator }) => operator).join(' ')).toBe(operators);
  const [before, after] = [await answers(model), await answers(folded)];
  expect(after).toHaveLength(before.length);
  after.forEach((values, output) => values.forEach((value, index) => expect(value).toBeCloseTo(before[output]![index]!, 5)));
});

test('the model that was given stays as it was', () => {
  const model = graph([node('Conv', ['image', 'w'], 'x'), ...scaled('x', 'y')]);
  const before = structuredClone(model);
  foldAffine(model);
  expect(model).toEqual(before);
});

test('a model that is prepared is folded, with the hard-swish of its convolutions left to ONNX Runtime', () => {
  const swish = [
    node('Add', ['y', 'third'], 's'),
    node('Clip', ['s', 'zero', 'six'], 'c'),
    node('Mul', ['y', 'c'], 'm'),
    node('Div', ['m', 'six'], 'h'),
  ];
  const model = graph([node('Conv', ['image', 'w'], 'x'), ...scaled('x', 'y'), ...swish, node('Conv', ['h', 'w'], 'z')]);
  const number = (name: string, value: number): OnnxTensor => ({
    name,
    element: 'float32',
    shape: [],
    data: Float32Array.of(value),
  });
  const numbers = [number('third', 3), number('zero', 0), number('six', 6)];
  const others = tensors.filter(({ name }) => name !== 'third');
  const rewritten = decodeModel(rewriteModel(encodeModel({ ...model, tensors: [...others, ...numbers] })));
  expect(rewritten.nodes.map(({ operator }) => operator).join(' ')).toBe('Conv HardSigmoid Mul Conv');
});
