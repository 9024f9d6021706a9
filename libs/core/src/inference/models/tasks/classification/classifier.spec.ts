/** @jest-environment ./test/onnx-environment.js */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { examplePath } from '../../../../../../../test/harness/fixtures/images';
import { openImage } from '../../../media/images/open-image';
import { readManifest } from '../../registry/manifest/read';
import { NativeGate } from '../../runtime/native-gate';
import { openModels, type Models } from '../../open-models';
import { openSession, SessionHere } from '../../runtime/open-session';
import { prepareModels } from '../../registry/prepare';
import { readHead } from './head';

const MODELS = resolve(__dirname, '../../../../../../../models');
const LIMITS = { maxBytes: 1e7, maxSide: 4096 };

let folder: string;
let places: { modelsDir: string; dataDir: string };
let models: Models;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'percept-classify-'));
  places = { modelsDir: join(folder, 'models'), dataDir: join(folder, 'data') };
  for (const name of ['centernet', 'classifier']) cpSync(join(MODELS, name), join(places.modelsDir, name), { recursive: true });
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

interface Golden {
  id: string;
  features: number[];
  objects_top: [string, number][];
  scenes_top: [string, number][];
}
const golden = JSON.parse(readFileSync(join(MODELS, 'classifier/golden.json'), 'utf8')) as Golden[];

test.each(golden)('the head answers the features of $id as it did when it was made', async (vector) => {
  const { manifest } = readManifest(join(MODELS, 'classifier'));
  const head = await openSession(join(MODELS, 'classifier/classifier-head.onnx'), 'head', new NativeGate(NativeGate.memory(), 0));
  const answer = await readHead(head, Float32Array.from(vector.features), manifest.labels);
  await head.release();
  const top = (confidences: ReadonlyMap<string, number>) => [...confidences].sort((a, b) => b[1] - a[1]).slice(0, 5);
  for (const [found, expected] of [
    [top(answer.objects), vector.objects_top],
    [top(answer.scenes), vector.scenes_top],
  ] as const) {
    expect(found.map(([label]) => label)).toEqual(expected.map(([label]) => label));
    for (const [index, [, confidence]] of expected.entries()) expect(found[index]![1]).toBeCloseTo(confidence, 3);
  }
});

test.each([
  ['crossing.jpg', ['stop sign', 'street']],
  ['desk.jpg', ['laptop']],
  ['clock-tower.png', ['clock']],
])('%s shows %j', async (file, shown) => {
  expect(await labels(readFileSync(examplePath(file)))).toEqual(shown);
});

test.each([
  ['crossing.jpg', ['stop sign', 'street', 'traffic light']],
  ['harbour.webp', ['boat', 'sea', 'airplane']],
])('of the drawing %s the first three are %j, likely or not', async (file, first) => {
  const found = await classify(readFileSync(examplePath(file)), 0.1);
  expect(found.slice(0, 3).map(({ label }) => label)).toEqual(first);
});

test('answers come most likely first, with their categories, each label once', async () => {
  const found = await classify(readFileSync(examplePath('crossing.jpg')), 0);
  const classifier = await models.get('image-classification');
  expect(found.map(({ label }) => label).sort()).toEqual([...classifier.labels].sort());
  const confidences = found.map(({ confidence }) => confidence);
  expect(confidences).toEqual(confidences.toSorted((left, right) => right - left));
  expect(found.slice(0, 3).map(({ label, category }) => `${label}: ${category}`)).toEqual([
    'stop sign: street',
    'street: scene',
    'traffic light: street',
  ]);
  expect(await classify(readFileSync(examplePath('crossing.jpg')), 0.9)).toEqual(
    found.filter(({ confidence }) => confidence >= 0.9),
  );
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
  expect(classifier.uses[0]).toBe(detector.identity);
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
