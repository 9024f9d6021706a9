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

test('the short side is at the size, and the long one in proportion up to its limit, as the processors of the Hub do', () => {
  const input = { size: 96, resize: 'shortest', longest: 160 } as const;
  expect(frameFor(input, { width: 640, height: 480 })).toMatchObject({ width: 128, height: 96 });
  expect(frameFor(input, { width: 333, height: 500 })).toMatchObject({ width: 96, height: 144 });
  // 160 × 300 ÷ 1000, and the line is no longer than its limit.
  expect(frameFor(input, { width: 1000, height: 300 })).toMatchObject({ width: 160, height: 48 });
  expect(frameFor({ size: 96, resize: 'shortest' }, { width: 10_000, height: 10 }).width).toBeLessThanOrEqual(768);
});

test('the middle is cut as the processors of the Hub do: of an odd rest, more is cut off behind', () => {
  const input = { size: 224, resize: 'centre', short_side: 256 } as const;
  expect(frameFor(input, { width: 640, height: 480 })).toEqual({
    ...{ width: 224, height: 224 },
    content: { x: -58, y: -16, width: 341, height: 256 },
  });
  expect(frameFor(input, { width: 256, height: 258 }).content).toEqual({ x: -16, y: -17, width: 256, height: 258 });
  // (259 − 224) ÷ 2 = 17.5.
  expect(frameFor(input, { width: 256, height: 259 }).content.y).toBe(-17);
  expect(frameFor({ ...input, cut: 'even' }, { width: 256, height: 259 }).content.y).toBe(-18);
  const squeezed = { size: 224, resize: 'stretch', short_side: 256 } as const;
  expect(frameFor(squeezed, { width: 640, height: 480 }).content).toEqual({ x: -16, y: -16, width: 256, height: 256 });
});
