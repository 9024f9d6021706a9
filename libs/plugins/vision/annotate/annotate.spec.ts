import type { ObjectDetector } from '@percept/sdk/models';
import { runCapability } from '@percept/sdk/testing';
import sharp from 'sharp';
import { annotate } from './annotate';
import { fitted, formatLabel, scaledBox } from './boxes';

const BOX = { x: 20, y: 40, width: 60, height: 30 };
const detector = {
  identity: { name: 'stand-in', version: '1', digest: '0' },
  labels: ['cat'],
  run: async (_image: unknown, { minConfidence }: { minConfidence: number }) =>
    minConfidence <= 0.8 ? [{ label: 'cat', confidence: 0.8, bounding_box: BOX }] : [],
} as unknown as ObjectDetector;

const grey = async (format: 'png' | 'jpeg') => {
  const image = sharp({ create: { width: 200, height: 100, channels: 3, background: '#808080' } }).withExif({
    IFD0: { Artist: 'A' },
  });
  return (await image.toFormat(format).toBuffer()).toString('base64');
};

async function run(input: Record<string, unknown>) {
  const output = await runCapability(annotate, input, { models: { 'object-detection': detector } });
  const bytes = Buffer.from(output.image_data as string, 'base64');
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const { exif, format } = await sharp(bytes).metadata();
  const isDrawn = (x: number, y: number) =>
    [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)].some((value) => Math.abs(value - 128) > 40);
  return { output, isDrawn, exif, format, size: [info.width, info.height] };
}

test('what is found is drawn with its name; the file stays a PNG and loses its metadata', async () => {
  const { output, isDrawn, exif, format } = await run({ image: await grey('png') });
  expect(output).toMatchObject({
    boxes: [{ label: 'cat 80%', bounding_box: BOX }],
    media_type: 'image/png',
    image_properties: { width: 200, height: 100, format: 'png' },
  });
  expect([exif, format]).toEqual([undefined, 'png']);
  const places = [
    [20, 50],
    [79, 50],
    [50, 40],
    [22, 26],
    [50, 55],
    [150, 50],
  ];
  expect(places.map(([x, y]) => isDrawn(x!, y!))).toEqual([true, true, true, true, false, false]);
});

test('results of other capabilities are drawn as they are, and nothing is looked for', async () => {
  const boxes = [
    { text: 'Grüße', confidence: 0.9, bounding_box: BOX, polygon: [] },
    { emotions: {}, bounding_box: { x: 150, y: 80, width: 90, height: 90 } },
  ];
  const { output, isDrawn, format } = await run({ image: await grey('jpeg'), boxes, labels: 'name', format: 'png' });
  expect(format).toBe('png');
  expect(output.boxes).toEqual([
    { label: 'Grüße', bounding_box: BOX },
    { label: '2', bounding_box: { x: 150, y: 80, width: 50, height: 20 } },
  ]);
  expect(isDrawn(150, 90)).toBe(true);
});

test('labels may be left out, the picture made smaller, and the doubtful left away', async () => {
  const { output, size, isDrawn } = await run({ image: await grey('png'), labels: 'none', max_side: 100 });
  expect([size, output.boxes]).toEqual([[100, 50], [{ label: '', bounding_box: { x: 10, y: 20, width: 30, height: 15 } }]]);
  expect([isDrawn(10, 25), isDrawn(11, 12)]).toEqual([true, false]);
  expect((await run({ image: await grey('png'), min_confidence: 0.9 })).output.boxes).toEqual([]);
});

test('an entry without a box is refused with its place', async () => {
  await expect(run({ image: await grey('png'), boxes: [{ bounding_box: BOX }, { name: 'cat' }] })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { field: 'boxes', reason: expect.stringContaining('entry 2') },
  });
});

test('sizes keep their proportion, boxes stay inside, and labels say what is asked for', () => {
  expect([fitted({ width: 4000, height: 10 }, 64), fitted({ width: 30, height: 20 }, 64)]).toEqual([
    { width: 64, height: 1 },
    { width: 30, height: 20 },
  ]);
  const outside = scaledBox({ x: -5, y: 90, width: 500, height: 500 }, { width: 200, height: 100 }, { width: 100, height: 50 });
  expect(outside).toEqual({ x: 0, y: 45, width: 100, height: 5 });
  expect(formatLabel({ name: 'cat', bounding_box: BOX }, 'name_and_confidence')).toBe('cat');
});
