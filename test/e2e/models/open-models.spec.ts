/** @jest-environment ./test/onnx-environment.js */
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import type { DetectOrders } from '../../harness/children/detect-worker';
import { clock, stopSign } from '../../harness/fixtures/drawings';
import { openImage } from '../../../libs/core/src/inference/media/images/open-image';
import { prepareModels } from '../../../libs/core/src/inference/models/registry/prepare';
import { NativeGate } from '../../../libs/core/src/inference/models/runtime/native-gate';
import { openModels, type Models } from '../../harness/model-tasks';
import { compiled } from '../../harness/compiled';

const ROOT = resolve(__dirname, '../../..');
const WORKER = compiled('test/harness/children/detect-worker');
const LIMITS = { maxBytes: 1e7, maxSide: 4096 };

let folder: string;
let paths: { modelsDir: string; dataDir: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'percept-models-'));
  paths = { modelsDir: join(folder, 'models'), dataDir: join(folder, 'data') };
  cpSync(join(ROOT, 'models', 'centernet'), join(paths.modelsDir, 'centernet'), { recursive: true });
  await prepareModels(paths);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const draw = (drawing: { svg: string }) => sharp(Buffer.from(drawing.svg)).flatten().jpeg().toBuffer();

describe('the object detector', () => {
  let models: Models;
  beforeAll(() => {
    models = openModels(paths);
  });
  afterAll(() => models.close());

  async function detect(
    bytes: Uint8Array,
    minConfidence: number,
    timer?: { time<T>(s: string, w: () => Promise<T>): Promise<T> },
  ) {
    const detector = await models.get('object-detection');
    return detector.run(await openImage(bytes, LIMITS), { minConfidence, timer });
  }

  test.each([stopSign, clock])('finds the drawn $label where it is, and nothing else', async (drawing) => {
    const [only, ...rest] = await detect(await draw(drawing), 0.6);
    expect(rest).toEqual([]);
    expect(only!.label).toBe(drawing.label);
    expect(only!.confidence).toBeGreaterThan(0.9);
    for (const side of ['x', 'y', 'width', 'height'] as const) {
      expect(Math.abs(only!.bounding_box[side] - drawing.box[side])).toBeLessThanOrEqual(20);
    }
  });

  test('puts its boxes into the upright image when the file is turned', async () => {
    const turned = await sharp(await draw(stopSign))
      .rotate(90)
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer();
    const [upright] = await detect(await draw(stopSign), 0.6);
    const [found] = await detect(turned, 0.6);
    expect(found!.label).toBe('stop sign');
    expect(Math.abs(found!.bounding_box.x - upright!.bounding_box.x)).toBeLessThanOrEqual(5);
    expect(Math.abs(found!.bounding_box.y - upright!.bounding_box.y)).toBeLessThanOrEqual(5);
  });

  test('answers best first, at most a hundred, whole pixels inside the image, none under the confidence', async () => {
    const noise = await sharp({
      create: { width: 300, height: 200, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .jpeg()
      .toBuffer();
    const image = await sharp(await draw(stopSign))
      .composite([{ input: noise, left: 10, top: 270 }])
      .jpeg()
      .toBuffer();
    const objects = await detect(image, 0.0001);
    expect(objects.length).toBeGreaterThan(3);
    expect(objects.length).toBeLessThanOrEqual(100);
    const confidences = objects.map(({ confidence }) => confidence);
    expect(confidences).toEqual(confidences.toSorted((left, right) => right - left));
    expect(Math.min(...confidences)).toBeGreaterThanOrEqual(0.0001);
    for (const { bounding_box: box } of objects) {
      expect(Object.values(box).every(Number.isInteger)).toBe(true);
      expect(Math.min(box.x, box.y, box.width - 1, box.height - 1)).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(640);
      expect(box.y + box.height).toBeLessThanOrEqual(480);
    }
    const likely = await detect(image, 0.3);
    expect(likely).toEqual(objects.filter(({ confidence }) => confidence >= 0.3));
  });

  test('tells where the time goes', async () => {
    const stages: string[] = [];
    await detect(await draw(clock), 0.6, {
      time: (stage, work) => {
        stages.push(stage);
        return work();
      },
    });
    expect(stages).toEqual(['decode', 'inference', 'postprocess']);
  });

  test('is loaded once, and names itself', async () => {
    const detector = await models.get('object-detection');
    const named = await models.get('object-detection', 'centernet');
    expect(named.identity).toBe(detector.identity);
    expect(await models.get('object-detection')).toBe(detector);
    expect(detector.identity).toEqual({ name: 'centernet', version: '1.0', digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(detector.labels).toHaveLength(80);
  });
});

test('an unknown model is refused with the nearest known name', async () => {
  await expect(openModels(paths).get('object-detection', 'centrenet')).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { field: 'model', reason: expect.stringContaining("Did you mean 'centernet'?") },
  });
});

test('a model that is not prepared says how to prepare it', async () => {
  const models = openModels({ ...paths, dataDir: join(folder, 'elsewhere') });
  await expect(models.get('object-detection')).rejects.toThrow(
    "Model 'centernet' is not prepared; run 'percept models prepare'.",
  );
});

test('a damaged prepared file is named with what to do, and is loaded once it is fixed', async () => {
  const dataDir = join(folder, 'damaged');
  cpSync(paths.dataDir, dataDir, { recursive: true });
  const prepared = join(dataDir, 'models/centernet', readdirSync(join(dataDir, 'models/centernet'))[0]!);
  const whole = readFileSync(prepared);
  truncateSync(prepared, 1000);
  const models = openModels({ ...paths, dataDir });
  await expect(models.get('object-detection')).rejects.toThrow(
    /cannot load .*\.onnx.* remove it and run 'percept models prepare'/,
  );
  writeFileSync(prepared, whole);
  expect((await models.get('object-detection')).identity.name).toBe('centernet');
  await models.close();
});

test("another model's broken manifest leaves the default at work; two defaults are a mistake that is told", async () => {
  const modelsDir = join(folder, 'several');
  cpSync(paths.modelsDir, modelsDir, { recursive: true });
  cpSync(join(paths.modelsDir, 'centernet'), join(modelsDir, 'second'), { recursive: true });
  const manifest = readFileSync(join(modelsDir, 'second/model.yaml'), 'utf8');
  writeFileSync(join(modelsDir, 'second/model.yaml'), manifest.replace('size: 512', 'size: many'));
  const models = openModels({ ...paths, modelsDir });
  expect((await models.get('object-detection')).identity.name).toBe('centernet');
  await expect(models.get('object-detection', 'second')).rejects.toThrow(
    /second\/model\.yaml:\d+:\d+: input\.size must be an integer/,
  );
  writeFileSync(join(modelsDir, 'second/model.yaml'), manifest);
  await expect(openModels({ ...paths, modelsDir }).get('object-detection')).rejects.toThrow(
    "must say 'default: true' in its manifest; the models are: centernet, second.",
  );
  await models.close();
});

describe('four worker threads', () => {
  const gates = NativeGate.memory();
  const start = (bytes: Uint8Array, rounds: number) =>
    [1, 2, 3, 4].map(() => new Worker(WORKER, { workerData: { ...paths, bytes, rounds, gates } satisfies DetectOrders }));

  test('open, run and close their sessions side by side', async () => {
    const workers = start(await draw(stopSign), 3);
    const seen = workers.map((worker) => {
      const labels: string[][] = [];
      worker.on('message', (found: string[]) => labels.push(found));
      return labels;
    });
    expect(await Promise.all(workers.map((worker) => once(worker, 'exit')))).toEqual([[0], [0], [0], [0]]);
    expect(seen).toEqual(Array(4).fill(Array(3).fill(['stop sign'])));
  });

  test('may be ended in the middle of a run, and others take their place', async () => {
    const bytes = await draw(clock);
    for (let round = 0; round < 2; round++) {
      const workers = start(bytes, Infinity);
      const first = await Promise.all(workers.map((worker) => once(worker, 'message')));
      expect(first).toEqual(Array(4).fill([['clock']]));
      const ended = workers.map(async (worker) => {
        const gate = new NativeGate(gates, worker.threadId);
        await gate.close();
        await worker.terminate();
        gate.reset();
      });
      await Promise.all(ended);
    }
  });
});
