import type { ImageEmbedder } from '@percept/sdk/models';
import { capabilityPath, runCapability } from '@percept/sdk/testing';
import type { Region } from '@percept/sdk';
import sharp from 'sharp';
import { testImage } from '../../../../test/harness/fixtures/images';
import { embed } from './embed';

const asked: (Region | undefined)[] = [];
const embedder: ImageEmbedder = {
  identity: { name: 'stand-in', version: '3', digest: '0' },
  dimensions: 2,
  inputSize: 64,
  run: async (_image, options) => (asked.push(options?.region), Float32Array.of(3, 4)),
};

let image: string;
beforeAll(async () => (image = (await testImage({ format: 'png' })).toString('base64')));

const run = (input: Record<string, unknown>, standIn = embedder) =>
  runCapability(embed, { image, ...input }, { models: { 'image-embedding': standIn } });

test('answers a vector of the length 1 with the model that it comes from', async () => {
  expect(capabilityPath(embed)).toBe('/v2/vision/embed');
  expect(await run({})).toEqual({
    embedding: [0.6, 0.8],
    dimensions: 2,
    model: { name: 'stand-in', version: '3' },
    image_properties: { width: 96, height: 64, format: 'png' },
  });
});

test('an image without features has a vector of zeros', async () => {
  const silent = { ...embedder, run: async () => new Float32Array(2) };
  expect(await run({}, silent)).toMatchObject({ embedding: [0, 0] });
});

test('describes the part that crop names', async () => {
  asked.length = 0;
  await run({ crop: { x: 0, y: 4, width: 96, height: 60 } });
  expect(asked).toEqual([expect.objectContaining({ x: 0, y: 4, width: 96, height: 60 })]);
});

test('thumbnail gives a small JPEG of what was described, never larger than it', async () => {
  const sizes = async (input: Record<string, unknown>) => {
    const { thumbnail } = (await run(input)) as { thumbnail: string };
    const { width, height, format } = await sharp(Buffer.from(thumbnail, 'base64')).metadata();
    return [width, height, format];
  };
  expect(await sizes({ thumbnail: 48 })).toEqual([48, 32, 'jpeg']);
  expect(await sizes({ thumbnail: 640, crop: { x: 6, y: 4, width: 40, height: 60 } })).toEqual([40, 60, 'jpeg']);
  expect(await run({})).not.toHaveProperty('thumbnail');
});

test.each([
  [{ crop: { x: 0, y: 5, width: 96, height: 60 } }, 'crop', /ends at 96, 65, outside the image of 96 × 64 pixels/],
  [{ crop: { x: 0, y: 0, width: 0, height: 60 } }, 'crop.width', /at least 1/],
  [{ crop: { x: 0, y: 0, width: 9 } }, 'crop.height', /is required/],
  [{ text: 'a cat' }, 'text', /is not a parameter/],
])('refuses %j, naming %s', async (input, field, reason) => {
  await expect(run(input)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { field, reason: expect.stringMatching(reason) },
  });
});
