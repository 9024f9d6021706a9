import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { keepClasses } from '../../../libs/core/src/inference/models/onnx/classes';
import { addConstants } from '../../../libs/core/src/inference/models/onnx/constants';
import { decodeModel } from '../../../libs/core/src/inference/models/onnx/decoding';
import { encodeModel, type OnnxModel } from '../../../libs/core/src/inference/models/onnx/encoding';
import { fuseHardSwish } from '../../../libs/core/src/inference/models/onnx/hard-swish';
import { pruned } from '../../../libs/core/src/inference/models/onnx/rewrite';
import { charactersToKeep } from '../../../libs/core/src/inference/models/registry/alphabet';
import { halfOf } from './half';
import { renderedLines } from './rendered';

/** Where the backbone ends and the layers begin that are trained. */
const CUT = 'p2o.AveragePool.1';
const CHANNELS = 480;
/** Running means and variances stay as they are. */
const FIXED = /^batch_norm.*\.w_[12]$/;

export interface OcrFiles {
  /** The .onnx file of PP-OCRv4's recognition, and its alphabet. */
  model: string;
  alphabet: string;
  /** The alphabet of the model to train, a character a line. */
  characters: string;
}

/** PP-OCRv4 with the classes of our alphabet. */
export function ourAlphabet({ model, alphabet, characters }: OcrFiles): { original: OnnxModel; labels: string[] } {
  const labels = readFileSync(characters, 'utf8').split(/\r?\n/).filter(Boolean);
  const { kept, all } = charactersToKeep(alphabet, labels, true);
  return { original: keepClasses(decodeModel(readFileSync(model)), kept, all), labels };
}

/** The names of the constants behind the cut: those that are trained, and those that stay. */
export function layersBehindCut(model: OnnxModel): { trained: string[]; fixed: string[] } {
  const behind = new Set([CUT]);
  const used = new Set<string>();
  for (const node of model.nodes) {
    if (!node.inputs.some((input) => behind.has(input))) continue;
    for (const output of node.outputs) behind.add(output);
    for (const input of node.inputs) used.add(input);
  }
  const names = model.tensors
    .map(({ name }) => name)
    .filter((name) => used.has(name) && /^(?:conv2d|batch_norm2d|linear|layer_norm)_/.test(name));
  return { trained: names.filter((name) => !FIXED.test(name)), fixed: names.filter((name) => FIXED.test(name)) };
}

/**
 * Writes what `head.py` starts from: the original numbers, and where to start.
 * @param weights changes of an earlier training to go on from.
 */
export function writeStart(files: OcrFiles, out: string, weights?: string): void {
  const { original, labels } = ourAlphabet(files);
  const { trained, fixed } = layersBehindCut(original);
  const start = weights === undefined ? original : addConstants(original, decodeModel(readFileSync(weights)).tensors);
  const numbers = (model: OnnxModel, name: string) => model.tensors.find((each) => each.name === name)!;
  const layers = Object.fromEntries(
    [...trained, ...fixed].map((name) => {
      const { shape, data } = numbers(original, name);
      const from = Array.from(numbers(start, name).data as Float32Array);
      return [name, { shape, original: Array.from(data as Float32Array), data: from, trained: trained.includes(name) }];
    }),
  );
  writeFileSync(out, JSON.stringify({ characters: [...labels, ' '], layers }));
}

/** Computes the backbone's features of the lines that `render.py` wrote. @returns how many lines. */
export async function writeFeatures(files: OcrFiles, lines: string, out: string, say: (line: string) => void): Promise<number> {
  const { original } = ourAlphabet(files);
  const port = { name: CUT, element: 'float32' as const, shape: ['batch', CHANNELS, 1, 'steps'] };
  const backbone = encodeModel({ ...pruned(fuseHardSwish({ ...original, outputs: [port] })), producer: 'percept-train' });
  const session = await InferenceSession.create(backbone, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
  });
  const to = openSync(out, 'w');
  let count = 0;
  for (const { text, input } of renderedLines(readFileSync(lines))) {
    const found = await session.run({ [session.inputNames[0]!]: input });
    const { data, dims } = found[CUT]!;
    const head = Buffer.alloc(8);
    head.writeUInt32LE(dims[3]!, 0);
    head.writeUInt32LE(text.length, 4);
    writeSync(to, Buffer.concat([head, text, Buffer.from(halfOf(data as Float32Array).buffer)]));
    if (++count % 500 === 0) say(`${count} lines`);
  }
  closeSync(to);
  return count;
}

/** The files of the npm package and of the model's folder. */
export function ocrFiles(root: string): OcrFiles {
  const assets = join(root, 'node_modules', '@gutenye', 'ocr-models', 'assets');
  return {
    model: join(assets, 'ch_PP-OCRv4_rec_infer.onnx'),
    alphabet: join(assets, 'ppocr_keys_v1.txt'),
    characters: join(root, 'models', 'ocr-european', 'characters.txt'),
  };
}
