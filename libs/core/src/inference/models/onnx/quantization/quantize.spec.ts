/** @jest-environment ./test/onnx-environment.js */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { decodeModel } from '../decoding';
import { encodeModel, type OnnxModel, type OnnxNode, type OnnxTensor } from '../encoding';
import { rewriteModel } from '../rewrite';
import { quantize } from './quantize';

const CHANNELS = 4;
const SIDE = 5;
const MOST = 63;

const values = (count: number, seed: number) => Float32Array.from({ length: count }, (_, index) => Math.sin(seed * (index + 1)));
const constant = (name: string, shape: number[], data: OnnxTensor['data']): OnnxTensor => ({
  name,
  element: data instanceof Int8Array ? 'int8' : 'float32',
  shape,
  data,
});
const node = (operator: string, inputs: string[], output: string, attributes: OnnxNode['attributes'] = {}): OnnxNode => ({
  operator,
  inputs,
  outputs: [output],
  attributes,
});
const port = (name: string) => ({ name, element: 'float32' as const, shape: [1, CHANNELS, 'height', 'width'] });
const WEIGHTS = values(CHANNELS * CHANNELS, 3);

/** A convolution, and the lower rows of what it makes. */
const model = (slice: OnnxNode = node('Slice', ['y'], 'z', { starts: [2], ends: [5], axes: [2] })): OnnxModel => ({
  nodes: [node('Conv', ['x', 'w', 'b'], 'y'), slice],
  tensors: [constant('w', [CHANNELS, CHANNELS, 1, 1], WEIGHTS), constant('b', [CHANNELS], values(CHANNELS, 5))],
  inputs: [port('x')],
  outputs: [port('z')],
  producer: 'test',
  opset: 9,
});

/** As `quantize.py` writes them, rounded to the nearest. */
function quantization(smoothing?: Float32Array, name = 'y'): OnnxTensor[] {
  const scales = Float32Array.from({ length: CHANNELS }, (_, to) => {
    const row = WEIGHTS.subarray(to * CHANNELS, (to + 1) * CHANNELS);
    return Math.max(...row.map((each, from) => Math.abs(each * (smoothing?.[from] ?? 1)))) / MOST;
  });
  return [
    constant(`${name}/ranges`, [4], Float32Array.of((smoothing ? 8 : 2) / 255, 128, 6 / 255, 128)),
    ...(smoothing ? [constant(`${name}/smoothing`, [CHANNELS], smoothing)] : []),
    constant(`${name}/scales`, [CHANNELS], scales),
    constant(`${name}/rounding`, [CHANNELS, CHANNELS], new Int8Array(CHANNELS * CHANNELS)),
    constant(`${name}/bias`, [CHANNELS], new Float32Array(CHANNELS)),
  ];
}

async function answer(file: Uint8Array): Promise<Float32Array> {
  const session = await InferenceSession.create(file, { logSeverityLevel: 3 });
  const found = await session.run({ x: new Tensor('float32', values(CHANNELS * SIDE * SIDE, 13), [1, CHANNELS, SIDE, SIDE]) });
  return found['z']!.data as Float32Array;
}

const file = (tensors: OnnxTensor[]) => encodeModel({ nodes: [], tensors, inputs: [], outputs: [], producer: 'test' });

test.each<[string, Float32Array | undefined, string]>([
  ['', undefined, 'QuantizeLinear QLinearConv Cast Conv Slice'],
  [', with smoothed channels', Float32Array.of(0.25, 0.5, 1, 1), 'Conv QuantizeLinear QLinearConv Cast Conv Slice'],
])('a quantized convolution answers almost as before%s', async (_, smoothing, operators) => {
  const original = encodeModel(model());
  const rewritten = rewriteModel(original, { quantization: file(quantization(smoothing)) });
  expect(
    decodeModel(rewritten)
      .nodes.map(({ operator }) => operator)
      .join(' '),
  ).toBe(operators);
  const [before, after] = [await answer(original), await answer(rewritten)];
  expect(after).toHaveLength(before.length);
  const errors = before.map((value, index) => Math.abs(after[index]! - value));
  expect(Math.max(...before.map(Math.abs))).toBeGreaterThan(1);
  expect(Math.max(...errors)).toBeLessThan(0.1);
  expect(Math.max(...errors)).toBeGreaterThan(0);
});

test('a weight that is rounded otherwise than to the nearest is what the quantization says', () => {
  const constants = quantization();
  (constants.find(({ name }) => name === 'y/rounding')!.data as Int8Array)[5] = 2;
  const bytes = (given: OnnxTensor[]) =>
    quantize(model(), given).tensors.find(({ name }) => name === 'y/bytes')!.data as Int8Array;
  const moved = bytes(constants).map((each, index) => each - bytes(quantization())[index]!);
  expect([...moved]).toEqual([0, 0, 0, 0, 0, 2, ...new Array<number>(10).fill(0)]);
});

test.each<[string, OnnxModel, OnnxTensor[], string]>([
  [
    'of a model without such a convolution',
    model(),
    quantization(undefined, 'other'),
    "its quantization belongs to another model, which has a convolution 'other'",
  ],
  [
    'of a convolution of another size',
    model(),
    quantization().map((each) => (each.name === 'y/rounding' ? { ...each, data: new Int8Array(3) } : each)),
    "its quantization belongs to another model: compare 'y'",
  ],
  ['of another operator', model(), quantization(undefined, 'z'), "its quantization belongs to another model: compare 'z'"],
  [
    'for operators that are too old',
    model(node('TopK', ['y'], 'z')),
    quantization(),
    "a TopK of ONNX's operators 9 cannot be translated to 10",
  ],
])('a quantization %s is refused', (_, given, constants, reason) => {
  expect(() => quantize(given, constants)).toThrow(reason);
});
