import type { DetectedFace, FaceDetector } from '@percept/sdk/models';
import { runCapability } from '@percept/sdk/testing';
import sharp from 'sharp';
import { cover, widened } from './cover';
import { redact } from './redact';

const SIZE = { width: 60, height: 40 };
const FACE: DetectedFace = { confidence: 0.8, bounding_box: { x: 20, y: 10, width: 10, height: 10 } };
const detector: FaceDetector = {
  identity: { name: 'stand-in', version: '1', digest: '0' },
  run: async (_image, { minConfidence }) => (FACE.confidence >= minConfidence ? [FACE] : []),
};

/** Noise with metadata: nothing of it is black. */
async function noise(format: 'png' | 'jpeg'): Promise<string> {
  const pixels = Uint8Array.from({ length: 60 * 40 * 3 }, (_, at) => 60 + ((at * 7919) % 190));
  const image = sharp(pixels, { raw: { ...SIZE, channels: 3 } }).withExif({ IFD0: { Artist: 'Somebody' } });
  return (await image.toFormat(format, { quality: 95 }).toBuffer()).toString('base64');
}

async function run(input: Record<string, unknown>) {
  const output = await runCapability(redact, input, { models: { 'face-detection': detector } });
  const bytes = Buffer.from(output.image_data as string, 'base64');
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const { exif, format } = await sharp(bytes).metadata();
  const at = (x: number, y: number) => [...data.subarray((y * SIZE.width + x) * 3, (y * SIZE.width + x) * 3 + 3)];
  return { output, at, exif, format };
}

test('faces are black with a border, the rest stays as it was, and no metadata are left', async () => {
  const image = await noise('png');
  const { output, at, exif, format } = await run({ image });
  expect([exif, format, output.media_type]).toEqual([undefined, 'png', 'image/png']);
  expect(output.redactions).toEqual([{ kind: 'face', confidence: 0.8, bounding_box: { x: 17, y: 7, width: 16, height: 16 } }]);
  const before = await sharp(Buffer.from(image, 'base64')).raw().toBuffer();
  for (let y = 0; y < 40; y++)
    for (let x = 0; x < 60; x++) {
      const isCovered = x >= 17 && x < 33 && y >= 7 && y < 23;
      const was = [...before.subarray((y * 60 + x) * 3, (y * 60 + x) * 3 + 3)];
      expect([x, y, at(x, y)]).toEqual([x, y, isCovered ? [0, 0, 0] : was]);
    }
  expect((await run({ image: await noise('jpeg') })).format).toBe('jpeg');
});

test('a mosaic has five squares along the longer side, each of one colour', () => {
  const rgb = Uint8Array.from({ length: 60 * 40 * 3 }, (_, at) => (at * 31) % 256);
  cover(rgb, SIZE, { x: 10, y: 5, width: 40, height: 20 }, 'mosaic');
  const colours = new Set<string>();
  for (let y = 5; y < 25; y++)
    for (let x = 10; x < 50; x++) colours.add([...rgb.subarray((y * 60 + x) * 3, (y * 60 + x) * 3 + 3)].join());
  expect(colours.size).toBeLessThanOrEqual(15);
});

test('a border ends where the image does', () => {
  expect(widened({ x: 0, y: 30, width: 20, height: 10 }, 0.5, SIZE)).toEqual({ x: 0, y: 25, width: 30, height: 15 });
});

test('regions are covered without faces; one outside of the image is refused', async () => {
  const image = await noise('png');
  const { output, at } = await run({ image, faces: false, regions: [{ x: 58, y: 38, width: 2, height: 2 }] });
  expect(output.redactions).toEqual([{ kind: 'region', bounding_box: { x: 58, y: 38, width: 2, height: 2 } }]);
  expect([at(59, 39), at(57, 39).some((each) => each > 0)]).toEqual([[0, 0, 0], true]);
  await expect(run({ image, regions: [{ x: 59, y: 0, width: 2, height: 2 }] })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { field: 'regions' },
  });
  expect((await run({ image, min_confidence: 0.9 })).output.redactions).toEqual([]);
});
