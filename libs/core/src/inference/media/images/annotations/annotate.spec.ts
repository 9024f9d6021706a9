import sharp from 'sharp';
import { openImage } from '../open-image';
import { drawAnnotations } from './annotate';

const LIMITS = { maxBytes: 1e7, maxSide: 4096 };
const imageOf = async (width: number, height: number) => {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#202020' } })
    .png()
    .toBuffer();
  return openImage(bytes, LIMITS);
};
const pixelsOf = async (jpeg: Uint8Array) => {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  const isBackground = (x: number, y: number): boolean => at(x, y).every((value) => Math.abs(value - 0x20) < 40);
  return { info, isBackground };
};
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

test('every list with boxes is drawn: a frame, and a label above it or inside at the upper edge', async () => {
  const output = {
    detections: [{ object: 'stop sign', confidence: 0.92, bounding_box: box(100, 100, 200, 120) }],
    faces: [{ confidence: 0.5, bounding_box: box(400, 0, 80, 80) }],
    lines: [{ text: 'Grüße, мир', bounding_box: box(20, 300, 60, 20) }],
    colors: [{ hex: '#000000' }],
    total_objects: 1,
  };
  const { info, isBackground } = await pixelsOf((await drawAnnotations(await imageOf(640, 360), output))!);
  expect([info.format, info.width, info.height]).toEqual(['raw', 640, 360]);
  const drawn = [
    [100, 160],
    [299, 219],
    [200, 100],
    [101, 83],
    [400, 40],
    [401, 1],
    [20, 310],
    [21, 283],
  ];
  expect(drawn.filter(([x, y]) => isBackground(x!, y!))).toEqual([]);
  const empty = [
    [200, 160],
    [440, 60],
    [350, 250],
    [50, 311],
    [600, 20],
  ];
  expect(empty.filter(([x, y]) => !isBackground(x!, y!))).toEqual([]);
});

test('a large image is scaled down with its boxes, and one without boxes is not drawn', async () => {
  const image = await imageOf(3200, 1600);
  const { info, isBackground } = await pixelsOf(
    (await drawAnnotations(image, { detections: [{ label: 'x', bounding_box: box(1600, 800, 400, 400) }] }))!,
  );
  expect([info.width, info.height]).toEqual([1600, 800]);
  expect([isBackground(800, 500), isBackground(900, 500)]).toEqual([false, true]);
  for (const output of [
    {},
    { detections: [] },
    { detections: [{ bounding_box: null }, null, 'x'] },
    { rows: [{ bounding_box: { x: '1' } }] },
  ])
    expect(await drawAnnotations(image, output)).toBeUndefined();
});
