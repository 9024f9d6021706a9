import { frameFor } from './frame';

const sizeOf = (resize: 'rect' | 'letterbox' | 'stretch', width: number, height: number) => {
  const { content, ...size } = frameFor({ size: 512, resize, multiple: 32 }, { width, height });
  return { ...size, content };
};

test.each([
  [640, 480, 512, 384],
  [480, 640, 384, 512],
  [640, 427, 512, 352],
  [100, 100, 512, 512],
  [4096, 1, 512, 32],
  [1, 1, 512, 512],
])('rect gives %i × %i the input %i × %i, which it fills', (width, height, expectedWidth, expectedHeight) => {
  expect(sizeOf('rect', width, height)).toEqual({
    width: expectedWidth,
    height: expectedHeight,
    content: { x: 0, y: 0, width: expectedWidth, height: expectedHeight },
  });
});

test('letterbox keeps the proportions and puts the image in the middle', () => {
  expect(sizeOf('letterbox', 100, 400)).toEqual({ width: 512, height: 512, content: { x: 192, y: 0, width: 128, height: 512 } });
  expect(sizeOf('letterbox', 4096, 1).content).toEqual({ x: 0, y: 255, width: 512, height: 1 });
});

test('stretch fills a square whatever the image is', () => {
  expect(sizeOf('stretch', 640, 480)).toEqual({ width: 512, height: 512, content: { x: 0, y: 0, width: 512, height: 512 } });
});
