/** @jest-environment ./test/onnx-environment.js */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertGraph } from './convert';
import type { InputOptions } from './options';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-convert-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const base64 = (text: string) => Buffer.from(text).toString('base64');
const INPUT: InputOptions = { type: 'float32', scale: 1, bias: 0, dynamic: [] };

interface Step {
  op: string;
  name: string;
  input?: string[];
  attr?: object;
}

const placeholder = (height: number, width: number, channels: number): Step => ({
  op: 'Placeholder',
  name: 'picture',
  attr: { shape: { shape: { dim: [1, height, width, channels].map((size) => ({ size: String(size) })) } } },
});

interface Stored {
  name: string;
  shape: number[];
  dtype: string;
  quantization?: object;
  bytes: Uint8Array;
}

const floats = (name: string, shape: number[], values: number[]): Stored => ({
  name,
  shape,
  dtype: 'float32',
  bytes: new Uint8Array(Float32Array.from(values).buffer),
});

function writeGraph(node: Step[], stored: Stored[] = []): string {
  const file = join(folder, 'graph.json');
  const weights = stored.map(({ bytes: _, ...entry }) => entry);
  writeFileSync(file, JSON.stringify({ modelTopology: { node }, weightsManifest: [{ paths: ['graph.bin'], weights }] }));
  writeFileSync(join(folder, 'graph.bin'), Buffer.concat(stored.map(({ bytes }) => bytes)));
  return file;
}

const convert = (file: string, node = 'result', input = INPUT) =>
  convertGraph({ file, input, outputs: [{ node, name: 'out', layout: 'NHWC' }] });

/** To four digits, and −0 as 0. */
const rounded = (value: number) => Math.round(value * 1e4) / 1e4 + 0;

async function run(bytes: Uint8Array, values: number[], shape: number[]): Promise<number[]> {
  const session = await InferenceSession.create(bytes, { logSeverityLevel: 3 });
  const { out } = await session.run({ images: new Tensor('float32', Float32Array.from(values), shape) });
  await session.release();
  return Array.from(out!.data as Float32Array, rounded);
}

test('an operator that the converter does not know is named with its node and file', () => {
  const file = writeGraph([placeholder(2, 2, 1), { op: 'LSTMBlockCell', name: 'result', input: ['picture'] }]);
  expect(() => convert(file)).toThrow(
    `${file}: cannot convert LSTMBlockCell 'result': the converter does not know this operator.`,
  );
});

test('an operator that only a node after the output needs does no harm', async () => {
  const file = writeGraph([
    placeholder(1, 2, 1),
    { op: 'Relu', name: 'result', input: ['picture'] },
    { op: 'LSTMBlockCell', name: 'tail', input: ['result'] },
  ]);
  expect(await run(convert(file), [-1, 2], [1, 1, 2, 1])).toEqual([0, 2]);
});

test('a weights file that is too short is refused with both sizes', () => {
  const file = writeGraph([placeholder(1, 1, 1)], [floats('w', [4], [1, 2, 3, 4])]);
  writeFileSync(join(folder, 'graph.bin'), Buffer.alloc(10));
  expect(() => convert(file, 'picture')).toThrow(/graph\.bin has 10 bytes, but its graph describes weights of 16 bytes/);
});

test('a file that is not a graph is rejected by name', () => {
  const file = join(folder, 'graph.json');
  writeFileSync(file, '{"modelTopology":');
  expect(() => convert(file)).toThrow(/graph\.json cannot be read as a TensorFlow\.js graph/);
  writeFileSync(file, '{"layers": []}');
  expect(() => convert(file)).toThrow(/graph\.json is not a TensorFlow\.js graph/);
});

test('an output that is not a node is rejected by name', () => {
  const file = writeGraph([placeholder(1, 1, 1)]);
  expect(() => convert(file, 'missing')).toThrow(`${file} has no node 'missing'.`);
});

test('a graph that runs in a circle is refused', () => {
  const file = writeGraph([
    { op: 'Relu', name: 'result', input: ['other'] },
    { op: 'Relu', name: 'other', input: ['result'] },
  ]);
  expect(() => convert(file)).toThrow(/it depends on itself/);
});

test('weights in half precision and in eighths are read to the value', async () => {
  const halves = new Uint8Array(Uint16Array.of(0x3c00, 0xc000).buffer); // 1 and −2
  const file = writeGraph(
    [
      placeholder(1, 1, 2),
      { op: 'Mul', name: 'scaled', input: ['picture', 'half'] },
      { op: 'AddV2', name: 'result', input: ['scaled', 'byte'] },
    ],
    [
      { name: 'half', shape: [2], dtype: 'float32', quantization: { dtype: 'float16' }, bytes: halves },
      {
        name: 'byte',
        shape: [2],
        dtype: 'float32',
        quantization: { dtype: 'uint8', scale: 0.125, min: -1 },
        bytes: Uint8Array.of(0, 12),
      },
    ],
  );
  // 10 · 1 − 1 and 10 · −2 + (12 / 8 − 1)
  expect(await run(convert(file), [10, 10], [1, 1, 1, 2])).toEqual([9, -19.5]);
});

test('a fused convolution with SAME padding, bias and Relu6 gives the sums done by hand', async () => {
  const text = (value: string) => ({ s: base64(value) });
  const attr = {
    strides: { list: { i: ['1', '1', '1', '1'] } },
    dilations: { list: { i: ['1', '1', '1', '1'] } },
    padding: text('SAME'),
    data_format: text('NHWC'),
    fused_ops: { list: { s: ['BiasAdd', 'Relu6'].map(base64) } },
  };
  const file = writeGraph(
    [placeholder(2, 2, 1), { op: '_FusedConv2D', name: 'result', input: ['picture', 'kernel', 'bias'], attr }],
    [floats('kernel', [2, 2, 1, 1], [1, 10, 100, 1000]), floats('bias', [1], [-1])],
  );
  // The window reaches one to the right and one down, over zeros: sums of 4.321, 0.402, 0.043 and 0.004, each minus 1, cut at 0.
  expect(await run(convert(file), [0.001, 0.002, 0.003, 0.004], [1, 2, 2, 1])).toEqual([3.321, 0, 0, 0]);
});

test.each([
  ['a hard-sigmoid', [{ op: 'Mul', name: 'result', input: ['relu', 'sixth'] }], (x: number) => relu6(x + 3) / 6],
  [
    'a hard-swish',
    [
      { op: 'Mul', name: 'part', input: ['sixth', 'picture'] },
      { op: 'Mul', name: 'result', input: ['part', 'relu'] },
    ],
    (x: number) => (x * relu6(x + 3)) / 6,
  ],
])('%s becomes one fused operator with the same values', async (_, tail, expected) => {
  const file = writeGraph(
    [
      placeholder(1, 5, 1),
      { op: 'Add', name: 'sum', input: ['picture', 'three'] },
      { op: 'Relu6', name: 'relu', input: ['sum'] },
      ...tail,
    ],
    [floats('three', [], [3]), floats('sixth', [], [1 / 6])],
  );
  const bytes = convert(file);
  expect(Buffer.from(bytes).includes('HardSigmoid')).toBe(true);
  expect(Buffer.from(bytes).includes('Clip')).toBe(false);
  const values = [-4, -1, 0, 2, 5];
  expect(await run(bytes, values, [1, 1, 5, 1])).toEqual(values.map((x) => rounded(expected(x))));
});

const relu6 = (x: number) => Math.min(6, Math.max(0, x));

test('equal graphs give equal bytes', () => {
  const file = writeGraph([placeholder(1, 2, 1), { op: 'Sigmoid', name: 'result', input: ['picture'] }]);
  expect(Buffer.from(convert(file)).equals(convert(file))).toBe(true);
});

test('a graph that fixes sizes is not given a dynamic height', () => {
  const file = writeGraph(
    [placeholder(2, 2, 1), { op: 'Reshape', name: 'result', input: ['picture', 'shape'] }],
    [{ name: 'shape', shape: [2], dtype: 'int32', bytes: new Uint8Array(Int32Array.of(1, 4).buffer) }],
  );
  expect(() => convert(file, 'result', { ...INPUT, dynamic: ['height'] })).toThrow(
    /height and width of the input cannot be dynamic/,
  );
});
