import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { prepareModels, startHost, type PluginHost } from '@percept/core';
import { modelPluginModules } from '@percept/plugins';
import sharp from 'sharp';
import { bitmap, examplePath } from '../../harness/fixtures/images';

const ROOT = resolve(__dirname, '../../..');
const COMPILED = join(ROOT, 'dist/libs');

interface Detection {
  object: string;
  confidence: number;
  bounding_box: { x: number; y: number; width: number; height: number };
}

let host: PluginHost;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'percept-detect-'));
  const models = {
    modelsDir: join(ROOT, 'models'),
    dataDir,
    extensions: modelPluginModules(join(ROOT, 'dist', 'libs', 'plugins')),
  };
  await prepareModels(models);
  host = startHost({
    plugins: [join(COMPILED, 'plugins/vision')],
    workers: 2,
    workerPath: join(COMPILED, 'core/src/inference/host/worker.js'),
    limits: { maxBytes: 50 * 1024 * 1024, maxSide: 4096 },
    models,
    queue: { calls: 64, bytes: 1e9 },
    callTimeoutMs: 60_000,
  });
  await host.ready;
});
afterAll(async () => {
  await host?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function detections(bytes: Uint8Array, fields = {}): Promise<Detection[]> {
  const { output } = await host.call('vision.detect', { fields, media: { field: 'image', bytes } });
  return output.detections as Detection[];
}

describe('vision.detect with the embedded model', () => {
  test('finds the stop sign and the traffic light of the drawn crossing, inside its borders', async () => {
    const bytes = readFileSync(examplePath('crossing.jpg'));
    const { width, height } = await sharp(bytes).metadata();
    const { output, timings, models } = await host.call('vision.detect', { fields: {}, media: { field: 'image', bytes } });
    const found = output.detections as Detection[];
    expect(found.map(({ object }) => object)).toEqual(expect.arrayContaining(['stop sign', 'traffic light']));
    for (const { bounding_box: box } of found) {
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
    expect(Object.keys(timings)).toEqual(['queue', 'read', 'decode', 'inference', 'postprocess']);
    expect(models).toEqual([{ name: 'centernet', version: expect.any(String), digest: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });

  test('gives equal answers for equal images, whichever worker runs them and however they come', async () => {
    const bytes = readFileSync(examplePath('crossing.jpg'));
    const base64 = bytes.toString('base64');
    const json = Buffer.from(JSON.stringify({ image: base64 }));
    const path = { image: examplePath('crossing.jpg') };
    const answers = await Promise.all([
      host.call('vision.detect', { json }),
      host.call('vision.detect', { fields: path, allowPaths: true }),
      host.call('vision.detect', { fields: {}, media: { field: 'image', bytes: Buffer.from(base64, 'base64') } }),
      host.call('vision.detect', { fields: { image_data: `data:image/jpeg;base64,${base64}` } }),
    ]);
    const found = answers.map(({ output }) => output.detections);
    expect(found).toEqual(Array(4).fill(found[0]));
  });

  test('boxes are those of the upright image, however the camera was held', async () => {
    const upright = sharp(readFileSync(examplePath('crossing.jpg')));
    const lying = await upright.clone().rotate(270).jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer();
    const standing = await upright.jpeg({ quality: 95 }).toBuffer();
    const [turned, straight] = [await detections(lying), await detections(standing)];
    const sign = (found: Detection[]) => found.find(({ object }) => object === 'stop sign')!.bounding_box;
    for (const side of ['x', 'y', 'width', 'height'] as const) {
      expect(Math.abs(sign(turned)[side] - sign(straight)[side])).toBeLessThan(12);
    }
  });

  test('reads JPEG, PNG, WebP and BMP alike', async () => {
    const drawn = sharp(readFileSync(examplePath('crossing.jpg'))).removeAlpha();
    const { data, info } = await drawn.clone().raw().toBuffer({ resolveWithObject: true });
    const png = await detections(await drawn.clone().png().toBuffer());
    expect(png.length).toBeGreaterThan(1);
    expect(await detections(bitmap(data, info.width, info.height))).toEqual(png);
    for (const format of ['jpeg', 'webp'] as const) {
      const found = await detections(await drawn.clone().toFormat(format, { quality: 95 }).toBuffer());
      expect(found.map(({ object }) => object)).toEqual(png.map(({ object }) => object));
    }
  });

  test('an image of one pixel has no objects and harms nobody', async () => {
    const tiny = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(await detections(tiny)).toEqual([]);
  });

  test('an extremely long image is analysed or refused, but harms nobody', async () => {
    const long = await sharp({ create: { width: 4096, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(await detections(long)).toEqual([]);
  });
});
