import { addModel, startHost, type PluginHost } from '@percept/core';
import { builtinPluginModules, modelPluginModules } from '@percept/plugins';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { resizeLikePillow, type PillowFilter } from '../../../libs/core/src/inference/media/images/pillow-resize';
import { CACHE_DIR } from '../../../test/harness/percept';
import { withCleanup, type Later } from '../runner/cleanup';
import { Skipped, type Measurement, type MeasureOptions } from '../runner/command';
import type { Report } from '../runner/report';
import { interleave, ratios, spread } from '../runner/statistics';
import { ROOT } from '../service';

/** What is asked of a model, and how its input is made of a picture, as the reference does it. */
interface Kind {
  file: string;
  capability: string;
  fields: object;
  side: number;
  filter: PillowFilter;
  /** Pixels of the short side, of which the middle is the input; the whole picture is stretched if absent. */
  short?: number;
  mean: readonly number[];
  std: readonly number[];
}

const DETECT = { file: 'model.onnx', capability: 'vision.detect', fields: { min_confidence: 0.05 }, filter: 'bilinear' } as const;
const COMPARE = {
  file: 'pictures.onnx',
  capability: 'vision.classify',
  filter: 'bicubic',
  fields: { labels: ['a cracked cup', 'a whole cup'], confidence_threshold: 0 },
} as const;
const PLAIN = { mean: [0, 0, 0], std: [1, 1, 1] };
const OF_CLIP = { mean: [0.48145466, 0.4578275, 0.40821073], std: [0.26862954, 0.26130258, 0.27577711] };

/** Tiny ones, whose cost is all but that of the network, and ones as large as people use. */
const KINDS: Readonly<Record<string, Kind>> = {
  'rt-detr': { ...DETECT, ...PLAIN, side: 128 },
  clip: { ...COMPARE, ...OF_CLIP, side: 64, short: 64 },
  'rt-detr-640': { ...DETECT, ...PLAIN, side: 640 },
  'clip-base': { ...COMPARE, ...OF_CLIP, side: 224, short: 224 },
};
const TINY = ['rt-detr', 'clip'];

const OPTIONS: InferenceSession.SessionOptions = { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential' };

/** The picture as the network wants it: decoded whole and scaled as the reference scales, by the same function as Percept's. */
async function tensorOf(image: Buffer, { side, filter, short, mean, std }: Kind): Promise<Tensor> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const part = short === undefined ? undefined : short / Math.min(info.width, info.height);
  const [width, height] = part ? [Math.trunc(info.width * part), Math.trunc(info.height * part)] : [side, side];
  const pixels = resizeLikePillow({ rgb: data, ...info }, { width, height }, filter, 'torch');
  const [left, top] = [(width - side) >> 1, (height - side) >> 1];
  const values = new Float32Array(3 * side * side);
  for (let channel = 0, to = 0; channel < 3; channel++)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++, to++)
        values[to] = (pixels[((y + top) * width + x + left) * 3 + channel]! / 255 - mean[channel]!) / std[channel]!;
  return new Tensor('float32', values, [1, 3, side, side]);
}

/** The boxes of a DETR with what they are, as its authors' code does it. */
function boxesFrom(logits: Tensor, boxes: Tensor): object[] {
  const [scores, sides, classes] = [logits.data as Float32Array, boxes.data as Float32Array, logits.dims[2]!];
  const all = Array.from(scores, (value, at) => ({
    score: 1 / (1 + Math.exp(-value)),
    label: at % classes,
    query: Math.floor(at / classes),
  }));
  const found = all.filter(({ score }) => score >= 0.05).sort((one, other) => other.score - one.score);
  return found.slice(0, 100).map(({ score, label, query }) => {
    const [x, y, width, height] = sides.subarray(query * 4, query * 4 + 4) as unknown as [number, number, number, number];
    return { score, label, box: [(x - width / 2) * 640, (y - height / 2) * 480, width * 640, height * 480] };
  });
}

/** The probability of each of two texts, whose vectors are at hand. */
function sharesOf(vector: Float32Array, texts: readonly Float32Array[]): number[] {
  const length = Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0));
  const powers = texts.map((text) => Math.exp((text.reduce((sum, each, at) => sum + each * vector[at]!, 0) / length) * 10));
  const sum = powers.reduce((all, each) => all + each, 0);
  return powers.map((each) => each / sum);
}

/** One thread does what the answer needs, and nothing else: what somebody writes who calls ONNX Runtime himself. */
async function openDirect(file: string, kind: Kind): Promise<(image: Buffer) => Promise<void>> {
  const session = await InferenceSession.create(file, OPTIONS);
  const texts = [1, 2].map((seed) => Float32Array.from({ length: 1024 }, (_, at) => Math.sin(at * seed)));
  return async (image) => {
    const outputs = await session.run({ [session.inputNames[0]!]: await tensorOf(image, kind) });
    const { logits, pred_boxes } = outputs;
    if (logits && pred_boxes) boxesFrom(logits, pred_boxes);
    else sharesOf(outputs[session.outputNames[0]!]!.data as Float32Array, texts);
  };
}

const extensions = () => modelPluginModules(join(ROOT, 'dist', 'libs', 'plugins'));

function openHost(own: string): PluginHost {
  return startHost({
    plugins: builtinPluginModules().filter((path) => /vision/.test(path)),
    workers: 1,
    workerPath: join(ROOT, 'dist/libs/core/src/inference/host/worker.js'),
    limits: { maxBytes: 5e7, maxSide: 4096 },
    models: { modelsDir: join(ROOT, 'models'), ownModelsDir: own, dataDir: CACHE_DIR, extensions: extensions() },
    queue: { calls: 10, bytes: 1e9 },
    callTimeoutMs: 60_000,
  });
}

async function measure({ data, quick, say }: MeasureOptions, later: Later): Promise<Report> {
  if (data === undefined || !TINY.every((kind) => existsSync(join(data, kind, 'model.onnx'))))
    throw new Skipped('--data must name a folder that lab/parity/make.py made, with rt-detr and clip.');
  const work = mkdtempSync(join(tmpdir(), 'percept-bench-added-'));
  later(() => rmSync(work, { recursive: true, force: true }));
  const own = join(work, 'models');
  const names = Object.keys(KINDS).filter((name) => existsSync(join(data, name, 'model.onnx')));
  for (const name of names)
    await addModel(join(data, name), own, {
      extensions: extensions(),
      environment: {},
      name,
      tryModel: () => Promise.resolve(undefined),
    });
  const host = openHost(own);
  later(() => host.close());
  await host.ready;
  const image = await sharp(readFileSync(join(data, 'pictures', '02.png')))
    .resize(640, 480, { fit: 'fill' })
    .jpeg()
    .toBuffer();
  const report: Report = { name: 'added', against: ['onnxruntime-node'], ratios: {}, figures: {}, tables: [] };
  for (const name of names) {
    const { file, capability, fields } = KINDS[name]!;
    const [images, rounds] = quick ? [5, 1] : TINY.includes(name) ? [60, 9] : [2, 5];
    const direct = await openDirect(join(own, name, file), KINDS[name]!);
    const ours = async () =>
      void (await host.call(capability, { fields: { ...fields, model: name }, media: { field: 'image', bytes: image } }));
    const turn = (call: () => Promise<void>) => async () => {
      const before = process.cpuUsage();
      for (let at = 0; at < images; at++) await call();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    say(`${name}: taking turns …`);
    const times = await interleave({ direct: turn(() => direct(image)), ours: turn(ours) }, rounds);
    const ratio = spread(ratios(times.ours, times.direct));
    report.ratios[`vs_onnxruntime_${name}`] = ratio.median;
    const perImage = (all: number[]) => spread(all).median / images;
    const [percept, bare] = [perImage(times.ours), perImage(times.direct)];
    Object.assign(report.figures, {
      [`cpu_ms_${name}`]: percept,
      [`direct_cpu_ms_${name}`]: bare,
      [`overhead_cpu_ms_${name}`]: percept - bare,
    });
  }
  return report;
}

export const added: Measurement = {
  name: 'added',
  summary:
    'DETRs and CLIPs that were added, tiny and large, beside ONNX Runtime called directly: --data names a folder of lab/parity.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
