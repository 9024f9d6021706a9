import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { charactersToKeep } from '../../../libs/core/src/inference/models/registry/alphabet';
import type { ModelLocation } from '../../../libs/core/src/inference/models/registry/location';
import type { ModelFolder } from '../../../libs/core/src/inference/models/manifest/manifest';
import { lettering, letteringWidth } from '../../../test/harness/fixtures/text/lettering';

/** Models of PaddleOCR that we rewrite, with the height and the width of their input. */
const PADDLE_MODELS: Readonly<Record<string, [number, number]>> = {
  'ocr-detection': [320, 480],
  'ocr-orientation': [48, 192],
  'ocr-chinese': [48, 320],
  'ocr-latin': [48, 320],
  'ocr-european': [48, 320],
};
export const isPaddle = (name: string): boolean => name in PADDLE_MODELS;

const TEXT = 'TOTAL 12.50';

/** A drawn line of text, in the order of the model's channels. */
async function drawnText([height, width]: [number, number], mean: number, std: number): Promise<Tensor> {
  const size = 32;
  const line = { text: TEXT, x: 12, y: height / 2 - size / 2, size };
  const right = Math.max(width, Math.round(letteringWidth(TEXT, size)) + 24);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${right}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${lettering(line)}</svg>`;
  const pixels = await sharp(Buffer.from(svg)).flatten().resize(width, height, { fit: 'fill' }).raw().toBuffer();
  const area = width * height;
  const values = Float32Array.from(
    { length: 3 * area },
    (_, i) => (pixels[(i % area) * 3 + 2 - Math.floor(i / area)]! - mean) / std,
  );
  return new Tensor('float32', values, [1, 3, height, width]);
}

async function answerOf(file: string, input: Tensor): Promise<Tensor> {
  const session = await InferenceSession.create(file, { intraOpNumThreads: 1 });
  const answers = await session.run({ [session.inputNames[0]!]: input });
  await session.release();
  return answers[session.outputNames[0]!]!;
}

/** The columns of some classes, each row brought to a sum of 1. */
function columns(rows: Tensor, kept: readonly number[]): Float32Array {
  const width = rows.dims.at(-1)!;
  const data = rows.data as Float32Array;
  const found: number[] = [];
  for (let at = 0; at < data.length; at += width) {
    const own = kept.map((column) => data[at + column]!);
    const sum = own.reduce((all, each) => all + each, 0);
    found.push(...own.map((value) => value / sum));
  }
  return Float32Array.from(found);
}

/** The largest difference of a probability that the rewritten model answers and that of its source, among the characters that both know. */
export async function differenceToPaddle({ name, manifest }: ModelFolder, location: ModelLocation): Promise<number> {
  const { mean, std } = manifest.input;
  const input = await drawnText(PADDLE_MODELS[name]!, mean[0] ?? 0, std[0] ?? 255);
  const [ours, theirs] = [await answerOf(location.file, input), await answerOf(location.source!, input)];
  const { alphabet } = location;
  const { kept } = alphabet ? charactersToKeep(alphabet, manifest.labels, true) : { kept: [...Array(theirs.dims.at(-1)).keys()] };
  const known = kept.flatMap((column, own) => (column === null ? [] : { column, own }));
  const isPlain = known.length === theirs.dims.at(-1);
  const pick = (tensor: Tensor, of: (each: { column: number; own: number }) => number) =>
    isPlain ? (tensor.data as Float32Array) : columns(tensor, known.map(of));
  const [found, expected] = [pick(ours, ({ own }) => own), pick(theirs, ({ column }) => column)];
  if (found.length !== expected.length)
    throw new Error(`${name} answers ${found.length} numbers, its source ${expected.length}.`);
  return expected.reduce((most, value, i) => Math.max(most, Math.abs(value - found[i]!)), 0);
}
