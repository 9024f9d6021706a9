import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { withCleanup, type Later } from '../runner/cleanup';
import { Skipped, type Measurement, type MeasureOptions } from '../runner/command';
import { CpuTimes } from '../probes/cpu-time';
import { PeerProcess } from './peer-process';
import { hasPeer, installed, withoutPeer } from '../../peers';
import type { Report } from '../runner/report';
import { ROOT } from '../service';
import { bounds, interleave, ratios, spread } from '../runner/statistics';

const PEER = '@huggingface/transformers';
const HUB = join(ROOT, '..', 'shared', 'model-hub', 'shufflenet');
const MODEL = 'shufflenet-v2-12-int8.onnx';
const SIZES = { '12mp': [4000, 3000], '2mp': [1632, 1224] } as const;
type Size = keyof typeof SIZES;

/** A photograph-like JPEG of ours: shapes with soft edges and some grain, so that it decodes as costly as a real one. */
async function writeJpeg(file: string, [width, height]: readonly [number, number]): Promise<void> {
  const blobs = Array.from({ length: 60 }, (_, index) => {
    const [x, y, r] = [(index * 617) % width, (index * 431) % height, width / (6 + (index % 9))];
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${(index * 47) % 360},60%,${30 + (index % 5) * 10}%)" fill-opacity="0.6"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${blobs.join('')}</svg>`;
  const grain = await sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 12 } },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await sharp(Buffer.from(svg), { unlimited: true })
    .flatten({ background: '#468' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toFile(file);
}

/** The folders that each side wants: the same weights, told in each one's own words. */
function writeModels(folder: string): { own: string; peer: string } {
  const labels = readFileSync(join(HUB, 'synset.txt'), 'utf8').trim().split('\n');
  const own = join(folder, 'own', 'shufflenet');
  mkdirSync(own, { recursive: true });
  copyFileSync(join(HUB, MODEL), join(own, MODEL));
  writeFileSync(join(own, 'labels.txt'), `${labels.join('\n')}\n`);
  writeFileSync(
    join(own, 'model.yaml'),
    `task: image-classification
file: ${MODEL}
source: ONNX model zoo
licence: BSD-3-Clause
input: { size: 224, resize: crop, layout: NCHW, type: float32, mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375] }
output: { decoder: logits }
labels: labels.txt
`,
  );
  const peer = join(folder, 'peer', 'shufflenet');
  mkdirSync(join(peer, 'onnx'), { recursive: true });
  copyFileSync(join(HUB, MODEL), join(peer, 'onnx', 'model.onnx'));
  const id2label = Object.fromEntries(labels.map((label, index) => [index, label]));
  writeFileSync(
    join(peer, 'config.json'),
    JSON.stringify({ model_type: 'resnet', architectures: ['ResNetForImageClassification'], id2label }),
  );
  const normal = { do_normalize: true, image_mean: [0.485, 0.456, 0.406], image_std: [0.229, 0.224, 0.225] };
  const resize = { do_resize: true, size: { shortest_edge: 256 }, do_center_crop: true, crop_size: { height: 224, width: 224 } };
  writeFileSync(
    join(peer, 'preprocessor_config.json'),
    JSON.stringify({
      image_processor_type: 'ViTFeatureExtractor',
      ...normal,
      ...resize,
      do_rescale: true,
      rescale_factor: 1 / 255,
      resample: 2,
    }),
  );
  return { own: join(folder, 'own'), peer: join(folder, 'peer') };
}

async function measure({ quick, say }: MeasureOptions, later: Later): Promise<Report> {
  if (!existsSync(join(HUB, MODEL))) throw new Skipped(`${join(HUB, MODEL)}, the file that both sides run, is not here.`);
  if (!hasPeer(PEER)) throw new Skipped(withoutPeer(PEER));
  const against = installed(PEER);
  const folder = mkdtempSync(join(tmpdir(), 'percept-bench-vision-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const { own, peer } = writeModels(folder);
  const cpu = new CpuTimes();
  const report: Report = { name: 'vision', against, ratios: {}, figures: {}, tables: [] };
  const ours = await PeerProcess.start('vision-ours.js', own);
  later(() => ours.stop());
  const theirs = await PeerProcess.start('vision-theirs.js', peer);
  later(() => theirs.stop());
  for (const size of Object.keys(SIZES) as Size[]) {
    const file = join(folder, `${size}.jpg`);
    await writeJpeg(file, SIZES[size]);
    const images = quick ? 2 : size === '12mp' ? 12 : 40;
    say(`${size}: taking turns with ${images} images …`);
    const turn = (name: string, process: PeerProcess) => () =>
      cpu.during(`${name} ${size}`, { pid: process.pid, images }, () => process.turn(file, images));
    const rates = await interleave({ theirs: turn('theirs', theirs), ours: turn('ours', ours) }, quick ? 1 : 9);
    const ratio = spread(ratios(rates.ours, rates.theirs));
    const cpuMs = { ours: cpu.perImage(`ours ${size}`), theirs: cpu.perImage(`theirs ${size}`) };
    report.ratios[`vs_transformersjs_${size}`] = ratio.median;
    Object.assign(report.figures, {
      [`per_s_${size}`]: spread(rates.ours).median,
      [`transformersjs_per_s_${size}`]: spread(rates.theirs).median,
      [`cpu_s_${size}`]: cpuMs.ours / 1000,
      [`transformersjs_cpu_s_${size}`]: cpuMs.theirs / 1000,
      ...bounds(`vs_transformersjs_${size}`, ratio),
    });
    report.tables.push({
      title: `${size}: classify with shufflenet-v2-12-int8, one image after the other`,
      head: ['', 'images/s', 'CPU s an image'],
      rows: [
        ['Percept', spread(rates.ours).median, cpuMs.ours / 1000],
        [PEER, spread(rates.theirs).median, cpuMs.theirs / 1000],
      ],
    });
  }
  return report;
}

export const vision: Measurement = {
  name: 'vision',
  summary: 'Images per second against transformers.js: the same model file, the same JPEGs of 12 and 2 megapixels.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
