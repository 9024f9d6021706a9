import { frameFor } from '../../../../../test/harness/model-tasks';
import type { Frame } from '@percept/sdk/models';
import { insideFrame, toRegionCoordinates, toWholePixels } from './placing';

const box = (left: number, top: number, right: number, bottom: number) => ({ label: 0, score: 1, left, top, right, bottom });
const image = { width: 1024, height: 768 };
const inImage = (candidate: ReturnType<typeof box>, frame: Frame) =>
  toWholePixels(toRegionCoordinates(candidate, frame, { x: 0, y: 0, ...image }), image);
const rect = frameFor({ size: 512, resize: 'rect', multiple: 32 }, image);

test('a box of the input comes out in whole pixels of the image', () => {
  // 512 × 384 for 1024 × 768: twice as large.
  expect(inImage(box(10.1, 20, 110.3, 60), rect)).toEqual({ x: 20, y: 40, width: 201, height: 80 });
});

test('a box that reaches over the edges ends at them', () => {
  expect(inImage(insideFrame(box(-50, -1, 600, 400), rect), rect)).toEqual({
    x: 0,
    y: 0,
    width: 1024,
    height: 768,
  });
});

test.each([
  ['nothing', box(100, 100, 100, 100), { x: 200, y: 200, width: 1, height: 1 }],
  ['the outside', box(700, 700, 800, 800), { x: 1023, y: 767, width: 1, height: 1 }],
  ['less than nothing', box(60, 60, 40, 40), { x: 120, y: 120, width: 1, height: 1 }],
])('a box around %s is still one pixel inside the image', (_, candidate, expected) => {
  expect(inImage(insideFrame(candidate, rect), rect)).toEqual(expected);
});

test('the bars of a letterbox are not part of the image', () => {
  const frame = frameFor({ size: 512, resize: 'letterbox', multiple: 32 }, image);
  expect(frame.content).toEqual({ x: 0, y: 64, width: 512, height: 384 });
  expect(inImage(insideFrame(box(0, 0, 512, 512), frame), frame)).toEqual({
    x: 0,
    y: 0,
    width: 1024,
    height: 768,
  });
});

test('a box found in a part of the image lies where the part is', () => {
  const part = { x: 512, y: 384, width: 512, height: 384 };
  const found = toRegionCoordinates(box(256, 192, 512, 384), rect, part);
  expect(toWholePixels(found, image)).toEqual({ x: 768, y: 576, width: 256, height: 192 });
});
