import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import type { BareSetup, Turn } from './bare-loop';

const LONG_SIDE = 512;
const STEP = 32;
const STRIDE = 4;
/** Logit of 0.2, the raw score below which nothing reaches the default confidence: fainter cells are passed over. */
const FAINT = Math.log(0.2 / 0.8);

sharp.cache(false);
sharp.concurrency(1);

/** The image's pixels at the size that the network sees: the long side 512, the other rounded to 32. */
async function pixels(bytes: Buffer): Promise<{ data: Buffer; width: number; height: number }> {
  const image = sharp(bytes);
  const { autoOrient } = await image.metadata();
  const scale = LONG_SIDE / Math.max(autoOrient.width, autoOrient.height);
  const [width, height] = [autoOrient.width, autoOrient.height].map((side) =>
    Math.max(STEP, Math.round((side * scale) / STEP) * STEP),
  ) as [number, number];
  const data = await image
    .autoOrient()
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return { data, width, height };
}

/** The peaks of the heatmap as label, score and box: the least that makes detections of the network's output. */
function boxes(logits: Float32Array, sides: Float32Array, width: number, height: number): number[][] {
  const plane = width * height;
  const faint = FAINT;
  const found: number[][] = [];
  for (let start = 0; start < logits.length; start += plane) {
    for (let at = 0; at < plane; at++) {
      const value = logits[start + at]!;
      if (value < faint) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      if (!isPeak(logits, start + at, { x, y, width, height })) continue;
      const box = [
        x * STRIDE - sides[at]!,
        y * STRIDE - sides[plane + at]!,
        x * STRIDE + sides[2 * plane + at]!,
        y * STRIDE + sides[3 * plane + at]!,
      ];
      found.push([start / plane, 1 / (1 + Math.exp(-value)), ...box]);
    }
  }
  return found;
}

function isPeak(logits: Float32Array, i: number, at: { x: number; y: number; width: number; height: number }): boolean {
  for (let dy = at.y > 0 ? -1 : 0; dy <= (at.y < at.height - 1 ? 1 : 0); dy++) {
    for (let dx = at.x > 0 ? -1 : 0; dx <= (at.x < at.width - 1 ? 1 : 0); dx++) {
      if (logits[i + dy * at.width + dx]! > logits[i]!) return false;
    }
  }
  return true;
}

async function main({ model, images, fromDisk }: BareSetup): Promise<void> {
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  const loaded = fromDisk ? undefined : images.map((path) => readFileSync(path));
  const look = async (index: number): Promise<void> => {
    const { data, width, height } = await pixels(loaded ? loaded[index]! : readFileSync(images[index]!));
    const answer = await session.run({ [session.inputNames[0]!]: new Tensor('uint8', data, [1, height, width, 3]) });
    const read = (name: string) => answer[name]!.data as Float32Array;
    boxes(read('logits'), read('wh'), width / STRIDE, height / STRIDE);
  };
  await look(0);
  parentPort!.on('message', ({ images: count, next }: Turn) => {
    const counter = new Int32Array(next);
    const work = async (): Promise<void> => {
      for (let i = Atomics.add(counter, 0, 1); i < count; i = Atomics.add(counter, 0, 1)) await look(i % images.length);
      parentPort!.postMessage('done');
    };
    void work();
  });
  parentPort!.postMessage('ready');
}

void main(workerData as BareSetup);
