import { addModel, loadExtensions, startHost, type PluginHost } from '@percept/core';
import { builtinPluginModules, modelPluginModules } from '@percept/plugins';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { CACHE_DIR } from '../../../test/harness/percept';
import { withCleanup, type Later } from '../runner/cleanup';
import { Skipped, type Measurement, type MeasureOptions } from '../runner/command';
import type { Report } from '../runner/report';
import { interleave, ratios, spread } from '../runner/statistics';
import { ROOT } from '../service';

/** What is asked, and how large the input of the network is. */
const KINDS = {
  'rt-detr': { side: 128, file: 'model.onnx', capability: 'vision.detect', fields: { min_confidence: 0.05 } },
  clip: {
    ...{ side: 64, file: 'pictures.onnx', capability: 'vision.classify' },
    fields: { labels: ['a cracked cup', 'a whole cup'], confidence_threshold: 0 },
  },
} as const;
type Kind = keyof typeof KINDS;

const OPTIONS: InferenceSession.SessionOptions = { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential' };

/** One thread decodes, scales and runs, and nothing else: what somebody writes who calls ONNX Runtime himself. */
async function openDirect(file: string, side: number): Promise<(image: Buffer) => Promise<void>> {
  const session = await InferenceSession.create(file, OPTIONS);
  return async (image) => {
    const pixels = await sharp(image).resize(side, side, { fit: 'fill' }).removeAlpha().raw().toBuffer();
    const values = new Float32Array(pixels.length);
    const count = side * side;
    for (let at = 0; at < count; at++)
      for (let channel = 0; channel < 3; channel++) values[channel * count + at] = pixels[at * 3 + channel]! / 255;
    await session.run({ [session.inputNames[0]!]: new Tensor('float32', values, [1, 3, side, side]) });
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
  if (data === undefined || !Object.keys(KINDS).every((kind) => existsSync(join(data, kind, 'model.onnx'))))
    throw new Skipped('--data must name a folder that lab/parity/make.py made, with rt-detr and clip.');
  const work = mkdtempSync(join(tmpdir(), 'percept-bench-added-'));
  later(() => rmSync(work, { recursive: true, force: true }));
  const own = join(work, 'models');
  const architectures = loadExtensions(extensions()).flatMap((each) => each.architectures ?? []);
  for (const name of Object.keys(KINDS))
    await addModel(join(data, name), own, { architectures, environment: {}, name, tryModel: () => Promise.resolve(undefined) });
  const host = openHost(own);
  later(() => host.close());
  await host.ready;
  const image = await sharp(readFileSync(join(data, 'pictures', '02.png')))
    .resize(640, 480, { fit: 'fill' })
    .jpeg()
    .toBuffer();
  const report: Report = { name: 'added', against: ['onnxruntime-node'], ratios: {}, figures: {}, tables: [] };
  const images = quick ? 5 : 60;
  for (const name of Object.keys(KINDS) as Kind[]) {
    const { side, file, capability, fields } = KINDS[name];
    const direct = await openDirect(join(own, name, file), side);
    const ours = async () =>
      void (await host.call(capability, { fields: { ...fields, model: name }, media: { field: 'image', bytes: image } }));
    const turn = (call: () => Promise<void>) => async () => {
      const before = process.cpuUsage();
      for (let at = 0; at < images; at++) await call();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    say(`${name}: taking turns …`);
    const times = await interleave({ direct: turn(() => direct(image)), ours: turn(ours) }, quick ? 1 : 9);
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
    'A tiny DETR and a tiny CLIP that were added, beside ONNX Runtime called directly: --data names a folder of lab/parity.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
