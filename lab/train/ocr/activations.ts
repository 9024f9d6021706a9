import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { InferenceSession, type Tensor } from 'onnxruntime-node';
import { decodeModel } from '../../../libs/core/src/inference/models/onnx/decoding';
import { isPointwise, readConvolution, type Convolution } from '../../../libs/core/src/inference/models/onnx/convolution';
import { encodeModel, type OnnxModel, type OnnxPort } from '../../../libs/core/src/inference/models/onnx/encoding';
import { rewriteModel } from '../../../libs/core/src/inference/models/onnx/rewrite';
import type { OcrFiles } from './features';
import { renderedLines } from './rendered';

/** The convolutions after it see one row, and gain little. */
const END = 'p2o.AveragePool.1';
/** Smaller ones gain nothing. */
const LEAST_WEIGHTS = 8192;
/** Pixels of a line that are kept, at random places. */
const PIXELS = 60;
/** A hard-swish of less is 0. */
const SWISH_FROM = -3;

/** What `quantize.py` reads of a convolution. Its numbers are in the other file, in sequence: weights, bias, pixels. */
interface Layer {
  name: string;
  channels: { read: number; made: number };
  pixels: number;
  read: [least: number, most: number];
  made: [least: number, most: number];
  /** Whether a hard-swish follows; errors are then measured after it. */
  swish: boolean;
}

/** Runs lines that `render.py` wrote and keeps what the convolutions of 1 × 1 read. @returns how many lines. */
export async function writeActivations(files: OcrFiles, lines: string, out: string): Promise<number> {
  const model = decodeModel(rewriteModel(readFileSync(files.model)));
  const convolutions = pointwise(model);
  const names = [...new Set(convolutions.flatMap(({ node }) => [node.inputs[0]!, node.outputs[0]!]))];
  const ports = names.map((name): OnnxPort => ({ name, element: 'float32', shape: ['batch', 'channels', 'height', 'width'] }));
  const session = await InferenceSession.create(encodeModel({ ...model, outputs: ports }), { intraOpNumThreads: 1 });
  const swished = new Set(model.nodes.filter(({ operator }) => operator === 'HardSigmoid').map(({ inputs }) => inputs[0]!));
  const seen = convolutions.map((convolution) => ({ convolution, read: [0, 0], made: [0, 0], pixels: [] as Float32Array[] }));
  const random = generator();
  let count = 0;
  for (const { input } of renderedLines(readFileSync(lines))) {
    const values = await session.run({ [session.inputNames[0]!]: input });
    for (const each of seen) {
      const { node } = each.convolution;
      each.read = widened(each.read, values[node.inputs[0]!]!);
      each.made = widened(each.made, values[node.outputs[0]!]!);
      each.pixels.push(somePixels(values[node.inputs[0]!]!, random));
    }
    count++;
  }
  const file = openSync(`${out}.bin`, 'w');
  const layers = seen.map(({ convolution: { node, weights, bias }, read, made, pixels }): Layer => {
    for (const values of [weights, bias, ...pixels]) writeSync(file, Buffer.from(values.buffer));
    const swish = swished.has(node.outputs[0]!);
    const least = swish ? Math.max(SWISH_FROM, made[0]!) : made[0]!;
    const channels = { read: weights.length / bias.length, made: bias.length };
    return {
      ...{ name: node.outputs[0]!, channels, pixels: count * PIXELS },
      ...{ read: [read[0]!, read[1]!], made: [least, made[1]!], swish },
    };
  });
  closeSync(file);
  writeFileSync(`${out}.json`, JSON.stringify(layers));
  return count;
}

/** The 1 × 1 convolutions that `quantize.py` may change: those that see an image. */
function pointwise(model: OnnxModel): Convolution[] {
  const end = model.nodes.findIndex(({ outputs }) => outputs[0] === END);
  const constants = new Map(model.tensors.map((tensor) => [tensor.name, tensor]));
  const single = new Set(['GlobalAveragePool', 'Relu'].flatMap((operator) => made(model, operator)));
  return model.nodes
    .slice(0, end)
    .map((node) => readConvolution(node, constants))
    .filter((each) => each !== undefined)
    .filter((each) => isPointwise(each) && each.weights.length >= LEAST_WEIGHTS && !single.has(each.node.inputs[0]!));
}

const made = ({ nodes }: OnnxModel, operator: string) =>
  nodes.filter((node) => node.operator === operator).map(({ outputs }) => outputs[0]!);

function widened([least, most]: number[], { data }: Tensor): number[] {
  let [low, high] = [least!, most!];
  for (const value of data as Float32Array) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** All channels of some random pixels. */
function somePixels({ data, dims }: Tensor, random: () => number): Float32Array {
  const [, channels, height, width] = dims as [number, number, number, number];
  const size = height * width;
  const values = new Float32Array(PIXELS * channels);
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    const place = Math.floor(random() * size);
    for (let channel = 0; channel < channels; channel++)
      values[pixel * channels + channel] = (data as Float32Array)[channel * size + place]!;
  }
  return values;
}

/** 0..1, the same numbers each time (the generator of Numerical Recipes). */
function generator(): () => number {
  let state = 1;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}
