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
  const { objects, scenes, kinds } = await runHead(head, new Float32Array(1280).fill(0.5), manifest.labels);
  await expect(runHead(head, new Float32Array(1280), manifest.labels.slice(1))).rejects.toThrow('The head has');
  await head.release();
  expect([...objects.values()].reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 4);
  expect([...scenes.keys()]).toEqual(['buildings', 'forest', 'glacier', 'mountain', 'sea', 'street']);
  expect([...kinds.keys()]).toEqual(['document', 'screenshot']);
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

test('a page of text is a document, and the window of an editor is a screenshot', async () => {
  const bars = (count: number, bar: (at: number) => string) => Array.from({ length: count }, (_, at) => bar(at)).join('');
  const words = 'The invoice of the last month was paid in full and nothing is left to do';
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1100" font-family="sans-serif"><rect width="800" height="1100" fill="#fff"/>
    <text x="70" y="110" font-size="30">Report of the year</text>
    ${bars(34, (at) => `<text x="70" y="${170 + at * 25}" font-size="17">${words.slice(at % 7)}</text>`)}</svg>`;
  const window = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800" font-family="monospace"><rect width="1280" height="800" fill="#1e1e24"/>
    <rect width="1280" height="40" fill="#3b3b46"/><rect y="40" width="240" height="760" fill="#26262e"/><circle cx="24" cy="20" r="7" fill="#e5484d"/><circle cx="48" cy="20" r="7" fill="#f5a623"/>
    ${bars(18, (at) => `<text x="26" y="${80 + at * 38}" font-size="15" fill="#bbb">folder-${at}.ts</text>`)}
    ${bars(30, (at) => `<text x="${270 + (at % 4) * 30}" y="${72 + at * 24}" font-size="15" fill="#${['7fd', 'fc6', 'ddd', 'c8f'][at % 4]}">const value${at} = read('${words.slice(at, at + 20)}');</text>`)}</svg>`;
  const named = async (svg: string) => labels(await sharp(Buffer.from(svg)).png().toBuffer());
  expect(await named(page)).toEqual(['document']);
  expect(await named(window)).toEqual(['screenshot']);
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
