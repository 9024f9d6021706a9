import { frameFor } from '../../runtime/frame';
import { insideFrame, toImageCoordinates } from './placing';

const box = (left: number, top: number, right: number, bottom: number) => ({ label: 0, score: 1, left, top, right, bottom });
const image = { width: 1024, height: 768 };
const rect = frameFor({ size: 512, resize: 'rect', multiple: 32 }, image);

test('a box of the input comes out in whole pixels of the image', () => {
  // 512 × 384 for 1024 × 768: twice as large.
  expect(toImageCoordinates(box(10.1, 20, 110.3, 60), rect, image)).toEqual({ x: 20, y: 40, width: 201, height: 80 });
});

test('a box that reaches over the edges ends at them', () => {
  expect(toImageCoordinates(insideFrame(box(-50, -1, 600, 400), rect), rect, image)).toEqual({
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
  expect(toImageCoordinates(insideFrame(candidate, rect), rect, image)).toEqual(expected);
});

test('the bars of a letterbox are not part of the image', () => {
  const frame = frameFor({ size: 512, resize: 'letterbox', multiple: 32 }, image);
  expect(frame.content).toEqual({ x: 0, y: 64, width: 512, height: 384 });
  expect(toImageCoordinates(insideFrame(box(0, 0, 512, 512), frame), frame, image)).toEqual({
    x: 0,
    y: 0,
    width: 1024,
    height: 768,
  });
});
