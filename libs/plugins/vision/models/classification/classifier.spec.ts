/** @jest-environment ./test/onnx-environment.js */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { examplePath } from '../../../../../test/harness/fixtures/images';
import {
  type Models,
  NativeGate,
  SessionHere,
  openImage,
  openModels,
  openSession,
  prepareModels,
  readManifest,
} from '../../../../../test/harness/model-tasks';
import { runHead } from './head';

const MODELS = resolve(__dirname, '../../../../../models');
const LIMITS = { maxBytes: 1e7, maxSide: 4096 };

let folder: string;
let places: { modelsDir: string; dataDir: string };
let models: Models;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'percept-classify-'));
  places = { modelsDir: join(folder, 'models'), dataDir: join(folder, 'data') };
  for (const name of ['centernet', 'classifier', 'efficientnet-lite0'])
    cpSync(join(MODELS, name), join(places.modelsDir, name), { recursive: true });
  await prepareModels(places);
  models = openModels(places);
});
afterAll(async () => {
  await models.close();
  rmSync(folder, { recursive: true, force: true });
});

async function classify(bytes: Uint8Array, minConfidence = 0.5) {
  const classifier = await models.get('image-classification');
  return classifier.run(await openImage(bytes, LIMITS), { minConfidence });
}
const labels = async (bytes: Uint8Array) => (await classify(bytes)).map(({ label }) => label);

test('the head gives each label of the manifest its share, objects that sum to 1', async () => {
  const { manifest } = readManifest(join(MODELS, 'classifier'));
  const head = await openSession(join(MODELS, 'classifier/classifier-head.onnx'), 'head', new NativeGate(NativeGate.memory(), 0));
  const { objects, scenes } = await runHead(head, new Float32Array(1280).fill(0.5), manifest.labels);
  await expect(runHead(head, new Float32Array(1280), manifest.labels.slice(1))).rejects.toThrow('The head has');
  await head.release();
  expect([...objects.values()].reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 4);
  expect([...scenes.keys()]).toEqual(['buildings', 'forest', 'glacier', 'mountain', 'sea', 'street']);
});

test.each([
  ['crossing.jpg', ['stop sign', 'street', 'traffic light']],
  ['desk.jpg', ['laptop', 'electronics', 'cup', 'household item']],
  ['fruit.jpg', ['orange', 'fruit', 'food', 'banana']],
  ['harbour.webp', ['airplane', 'vehicle', 'boat']],
  ['clock-tower.png', ['clock', 'household item']],
])('the drawing %s shows %j', async (file, shown) => {
  expect(await labels(readFileSync(examplePath(file)))).toEqual(shown);
});

test('answers name their categories and wider names, each label once', async () => {
  const found = await classify(readFileSync(examplePath('desk.jpg')), 0);
  const classifier = await models.get('image-classification');
  const named = found.map(({ label }) => label);
  expect(new Set(named).size).toBe(named.length);
  expect(named.filter((label) => !classifier.labels.includes(label))).toEqual([]);
  expect(found.find(({ label }) => label === 'laptop')).toMatchObject({ category: 'electronics', parents: ['electronics'] });
  expect(found.find(({ label }) => label === 'office')).toMatchObject({ category: 'scene' });
  const sure = await classify(readFileSync(examplePath('desk.jpg')), 0.9);
  expect(sure).toEqual(found.filter(({ confidence }) => confidence >= 0.9));
});

test.each([
  ['plain grey', { background: '#808080' }],
  ['plain white', { background: '#fff' }],
  ['noise', { background: '#808080', noise: { type: 'gaussian' as const, mean: 128, sigma: 60 } }],
])('an image of %s shows nothing that could be named', async (_, options) => {
  const image = sharp({ create: { width: 640, height: 480, channels: 3, ...options } });
  expect(await classify(await image.png().toBuffer())).toEqual([]);
});

test('asks the detector that others use too, and warms each model once', async () => {
  const detector = await models.get('object-detection');
  const classifier = await models.get('image-classification');
  const trunk = await models.get('image-embedding');
  expect(classifier.uses).toEqual([trunk.identity, detector.identity]);
  await models.warm();
  const again = jest.spyOn(SessionHere.prototype, 'run');
  await models.warm();
  expect(again).not.toHaveBeenCalled();
  again.mockRestore();
});

test('a head that is not the one of the manifest is refused with both digests', async () => {
  const other = join(folder, 'other');
  cpSync(places.modelsDir, other, { recursive: true });
  const head = join(other, 'classifier/classifier-head.onnx');
  writeFileSync(head, Buffer.concat([readFileSync(head), Buffer.alloc(1)]));
  await expect(openModels({ ...places, modelsDir: other }).get('image-classification')).rejects.toThrow(
    /classifier-head\.onnx has the SHA-256 [0-9a-f]{64}, but its manifest says/,
  );
});

test('scenes that name an object which the detector does not know are refused by its name', async () => {
  const other = join(folder, 'strange');
  cpSync(places.modelsDir, other, { recursive: true });
  const file = join(other, 'classifier/model.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/airplane: 0\.45/, 'aeroplane: 0.45'));
  await expect(openModels({ ...places, modelsDir: other }).get('image-classification')).rejects.toThrow(
    "Model 'classifier': scenes name the object 'aeroplane', which its detector does not know.",
  );
});
