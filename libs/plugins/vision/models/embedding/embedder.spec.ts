/** @jest-environment ./test/onnx-environment.js */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { examplePath } from '../../../../../test/harness/fixtures/images';
import { type Models, SessionHere, openImage, openModels } from '../../../../../test/harness/model-tasks';
import type { ImageEmbedder } from '@percept/sdk/models';

const MODELS = resolve(__dirname, '../../../../../models');
const LIMITS = { maxBytes: 1e7, maxSide: 4096 };

let models: Models;
let embedder: ImageEmbedder;
beforeAll(async () => {
  models = openModels({ modelsDir: MODELS, dataDir: tmpdir() });
  embedder = await models.get('image-embedding');
});
afterAll(() => models.close());

const open = (file: string) => openImage(readFileSync(examplePath(file)), LIMITS);

function cosine(one: Float32Array, other: Float32Array): number {
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, index) => sum + value * b[index]!, 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
}

test('the vector has 1,280 numbers; a copy at half the size is nearly the same, another picture is not', async () => {
  const image = await open('fruit.jpg');
  const [vector, other] = [await embedder.run(image), await embedder.run(await open('crossing.jpg'))];
  expect([vector.length, embedder.dimensions, embedder.inputSize]).toEqual([1280, 1280, 224]);
  const half = await image.decoded(Math.round(image.properties.width / 2));
  expect(cosine(vector, await embedder.run(half))).toBeGreaterThan(0.95);
  expect(cosine(vector, other)).toBeLessThan(0.7);
});

test('a region has a vector of its own: the whole as a region has that of the image', async () => {
  const image = await open('desk.jpg');
  const { width, height } = image.properties;
  const whole = await embedder.run(image, { region: { x: 0, y: 0, width, height } });
  const corner = await embedder.run(image, { region: { x: 0, y: 0, width: width / 4, height: height / 4 } });
  expect(cosine(await embedder.run(image), whole)).toBeGreaterThan(0.99);
  expect(cosine(whole, corner)).toBeLessThan(0.9);
});

test('a picture that several heads ask about goes through the network once', async () => {
  const image = await open('harbour.webp');
  const runs = jest.spyOn(SessionHere.prototype, 'run');
  const [first, second] = await Promise.all([embedder.run(image), embedder.run(image)]);
  expect(runs).toHaveBeenCalledTimes(1);
  runs.mockRestore();
  first.fill(0);
  expect(second.some((value) => value > 0)).toBe(true);
});
