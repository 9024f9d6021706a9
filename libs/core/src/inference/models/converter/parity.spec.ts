/** @jest-environment ./test/onnx-environment.js */
import { setThreadsCount } from '@tensorflow/tfjs-backend-wasm';
import { loadGraphModel, type GraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import sharp from 'sharp';
import { stopSign } from '../../../../../../test/harness/fixtures/drawings';
import { readManifest } from '../registry/manifest/read';
import type { ModelFolder } from '../registry/manifest/manifest';
import { locate, type ModelLocation } from '../registry/location';
import { prepareModels } from '../registry/prepare';

const MODELS = resolve(__dirname, '../../../../../../models');
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'percept-parity-'));
  await prepareModels({ modelsDir: MODELS, dataDir });
  tf.enableProdMode();
  setThreadsCount(1);
  await tf.setBackend('wasm');
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

type Shape = [number, number, number, number];

/** A drawing whose lower half is noise, the same at every run: smooth areas, edges and all values. */
async function patternImage([, height, width, channels]: Shape): Promise<Uint8Array> {
  const image = sharp(Buffer.from(stopSign.svg)).flatten().resize(width, height, { fit: 'fill' });
  const pixels = new Uint8Array(await (channels === 1 ? image.greyscale().toColourspace('b-w') : image).raw().toBuffer());
  let state = 12_345;
  for (let index = pixels.length / 2; index < pixels.length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    pixels[index] = state >>> 24;
  }
  return pixels;
}

interface Original {
  modelTopology: { node: { op: string; attr: { shape?: { shape: { dim: { size: string }[] } } } }[] };
  weightsManifest: { paths: string[]; weights: tf.io.WeightsManifestEntry[] }[];
}

function readOriginal(graph: string, topology?: string): Original {
  const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  if (topology === undefined) return json(graph) as Original;
  const { node, ...rest } = json(topology) as Original['modelTopology'];
  const weightsManifest = json(graph) as Original['weightsManifest'];
  const constants = weightsManifest.flatMap(({ weights }) => weights).map(({ name }) => ({ name, op: 'Const', attr: {} }));
  return { modelTopology: { ...rest, node: [...constants, ...node] }, weightsManifest };
}

/** TensorFlow.js's own reading of the graph: an independent path from the package's files to numbers. */
async function loadOriginal({ source, topology }: ModelLocation, shape: Shape): Promise<GraphModel> {
  const graph = source!;
  const { weightsManifest, ...rest } = readOriginal(graph, topology);
  for (const { op, attr } of rest.modelTopology.node) {
    if (op === 'Placeholder') attr.shape = { shape: { dim: shape.map((size) => ({ size: String(size) })) } };
  }
  const bytes = Buffer.concat(
    weightsManifest.flatMap(({ paths }) => paths.map((path) => readFileSync(join(dirname(graph), path)))),
  );
  const weightData = new Uint8Array(bytes).buffer;
  const artifacts = { ...rest, weightSpecs: weightsManifest.flatMap(({ weights }) => weights), weightData };
  return loadGraphModel({ load: async () => artifacts });
}

/** Largest difference at the output, relative to its largest value. */
function relativeDifference(ours: Float32Array, theirs: Float32Array): number {
  expect(ours.length).toBe(theirs.length);
  let difference = 0;
  let largest = 0;
  for (const [index, value] of theirs.entries()) {
    difference = Math.max(difference, Math.abs(value - ours[index]!));
    largest = Math.max(largest, Math.abs(value));
  }
  expect(largest).toBeGreaterThan(0);
  return difference / largest;
}

/** Models that take floats scale their pixels themselves, to about this. */
const around = (value: number) => (value - 115) / 255;

async function compare(model: ModelFolder, session: InferenceSession, shape: Shape) {
  const pixels = await patternImage(shape);
  const { input, outputs } = model.manifest.conversion!;
  const images =
    input.type === 'uint8' ? new Tensor('uint8', pixels, shape) : new Tensor('float32', Float32Array.from(pixels, around), shape);
  const converted = await session.run({ images });
  const original = await loadOriginal(locate(model, dataDir), shape);
  const scaled = Array.from(pixels, (value) => (input.type === 'uint8' ? value * input.scale + input.bias : around(value)));
  const dtype = original.inputs[0]!.dtype === 'int32' ? 'int32' : 'float32';
  const nodes = outputs.map(({ node }) => node);
  const results = original.execute(tf.tensor(scaled, shape, dtype), nodes);
  const found = Array.isArray(results) ? results : [results];
  const differences = outputs.map(({ name, layout }, index) => {
    const pooled = outputs[index]!.pool ? tf.mean(found[index]!, [1, 2]) : undefined;
    const tensor = pooled ?? (layout === 'NCHW' ? tf.transpose(found[index]!, [0, 3, 1, 2]) : found[index]!);
    expect(converted[name]!.dims).toEqual(tensor.shape);
    return relativeDifference(converted[name]!.data as Float32Array, tensor.dataSync() as Float32Array);
  });
  original.dispose();
  return Math.max(...differences);
}

// TensorFlow.js needs seconds for an image of 512 pixels: only if the graph fixes the size.
test.each<[string, Shape]>([
  ['centernet', [1, 512, 512, 3]],
  ['blazeface', [1, 256, 256, 3]],
  ['emotion', [1, 64, 64, 1]],
  ['face-expression', [1, 112, 112, 3]],
  ['movenet', [1, 192, 192, 3]],
])('%s, converted to ONNX, gives what TensorFlow.js gives, within a thousandth', async (name, shape) => {
  const model = readManifest(join(MODELS, name));
  const { file } = locate(model, dataDir);
  const session = await InferenceSession.create(file, { intraOpNumThreads: 1 });
  const difference = await compare(model, session, shape);
  expect(difference).toBeLessThan(1e-3);
  await session.release();
});
