import { setThreadsCount } from '@tensorflow/tfjs-backend-wasm';
import { loadGraphModel, type GraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { ModelLocation } from '../../libs/core/src/inference/models/registry/location';
import type { ModelFolder } from '../../libs/core/src/inference/models/manifest/manifest';
import { stopSign } from './fixtures/drawings';

type Shape = [number, number, number, number];

/** Models that we convert from TensorFlow.js, with an input. TensorFlow.js needs seconds for 512 pixels: only where the graph fixes the size. */
export const TENSORFLOW_MODELS: Readonly<Record<string, Shape>> = {
  centernet: [1, 512, 512, 3],
  blazeface: [1, 256, 256, 3],
  emotion: [1, 64, 64, 1],
  'face-expression': [1, 112, 112, 3],
  'face-descriptor': [1, 150, 150, 3],
  movenet: [1, 192, 192, 3],
};

let start: Promise<boolean> | undefined;

async function started(): Promise<void> {
  tf.enableProdMode();
  setThreadsCount(1);
  await (start ??= tf.setBackend('wasm'));
}

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
  modelTopology: {
    node: {
      name: string;
      op: string;
      attr: { shape?: { shape: { dim: { size: string }[] } }; value?: { list?: { i?: number[]; f?: number[] } } };
    }[];
  };
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
  const files = weightsManifest.flatMap(({ paths }) => paths.map((path) => readFileSync(join(dirname(graph), path))));
  const own = rest.modelTopology.node.filter(({ op, attr }) => op === 'Const' && attr.value?.list);
  const ownBytes = own.map(({ attr }) => {
    const { i: integers, f: floats = [] } = attr.value!.list!;
    return Buffer.from((integers ? Int32Array.from(integers) : Float32Array.from(floats)).buffer);
  });
  const ownSpecs = own.map(({ name, attr }) => ({
    ...{ name, dtype: attr.value!.list!.i ? ('int32' as const) : ('float32' as const) },
    shape: attr.shape!.shape.dim.map(({ size }) => Number(size)),
  }));
  const weightData = new Uint8Array(Buffer.concat([...files, ...ownBytes])).buffer;
  const weightSpecs = [...weightsManifest.flatMap(({ weights }) => weights), ...ownSpecs];
  for (const { attr } of own) delete attr.value;
  const artifacts = { ...rest, weightSpecs, weightData };
  return loadGraphModel({ load: async () => artifacts });
}

/** Largest difference at the output, relative to its largest value. */
function relativeDifference(ours: Float32Array, theirs: Float32Array): number {
  if (ours.length !== theirs.length) throw new Error(`One answers ${ours.length} numbers, the other ${theirs.length}.`);
  let difference = 0;
  let largest = 0;
  for (const [index, value] of theirs.entries()) {
    difference = Math.max(difference, Math.abs(value - ours[index]!));
    largest = Math.max(largest, Math.abs(value));
  }
  if (!(largest > 0)) throw new Error('The original answers zeros: nothing was compared.');
  return difference / largest;
}

/** Models that take floats scale their pixels themselves, to about this. */
const around = (value: number) => (value - 115) / 255;

/** The converted model and the original on a drawing with noise. @returns the largest difference of an output, relative to its largest value. */
export async function differenceToTensorFlow(model: ModelFolder, location: ModelLocation): Promise<number> {
  await started();
  const shape = TENSORFLOW_MODELS[model.name]!;
  const session = await InferenceSession.create(location.file, { intraOpNumThreads: 1 });
  const pixels = await patternImage(shape);
  const { input, outputs } = model.manifest.conversion!;
  const images =
    input.type === 'uint8' ? new Tensor('uint8', pixels, shape) : new Tensor('float32', Float32Array.from(pixels, around), shape);
  const converted = await session.run({ images });
  const original = await loadOriginal(location, shape);
  const scaled = Array.from(pixels, (value) => (input.type === 'uint8' ? value * input.scale + input.bias : around(value)));
  const dtype = original.inputs[0]!.dtype === 'int32' ? 'int32' : 'float32';
  const nodes = outputs.map(({ node }) => node);
  const results = original.execute(tf.tensor(scaled, shape, dtype), nodes);
  const found = Array.isArray(results) ? results : [results];
  const differences = outputs.map(({ name, layout }, index) => {
    const pooled = outputs[index]!.pool ? tf.mean(found[index]!, [1, 2]) : undefined;
    const tensor = pooled ?? (layout === 'NCHW' ? tf.transpose(found[index]!, [0, 3, 1, 2]) : found[index]!);
    const dims = converted[name]!.dims.join();
    if (dims !== tensor.shape.join()) throw new Error(`${name} is ${dims} in ONNX, and ${tensor.shape.join()} in TensorFlow.js.`);
    return relativeDifference(converted[name]!.data as Float32Array, tensor.dataSync() as Float32Array);
  });
  original.dispose();
  await session.release();
  return Math.max(...differences);
}
