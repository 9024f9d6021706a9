import { InputSection, plainToInstance } from '../../../../../test/harness/model-tasks';
import { finestSide, TILE_OBJECT, tilePasses, wholeSize } from './tiles';

const rect = plainToInstance(InputSection, { size: 512, resize: 'rect' });
const fixed = plainToInstance(InputSection, { size: 416, resize: 'letterbox' });

/** Whether every place of the image lies in some region, and one that holds all of an object of this side around it. */
function covers(passes: ReturnType<typeof tilePasses>, image: { width: number; height: number }, side: number): boolean {
  for (let x = 0; x + side <= image.width; x += side / 3) {
    for (let y = 0; y + side <= image.height; y += side / 3) {
      const whole = passes.some(
        ({ region }) =>
          region.x <= x && region.y <= y && region.x + region.width >= x + side && region.y + region.height >= y + side,
      );
      if (!whole) return false;
    }
  }
  return true;
}

test('an image of usual size is searched once more, at twice the scale', () => {
  expect(tilePasses(rect, { width: 640, height: 480 })).toEqual([
    { region: { x: 0, y: 0, width: 640, height: 480 }, size: 1024 },
  ]);
});

test('an image of more than one and a half times the input is searched at up to twice its own size, for crowds', () => {
  const finest = (long: number) => {
    const passes = tilePasses(rect, { width: long, height: (long * 3) / 4 });
    return Math.max(...passes.map(({ region, size }) => size / Math.max(region.width, region.height)));
  };
  expect(finest(768)).toBeCloseTo(1024 / 768, 2);
  expect(finest(800)).toBeCloseTo(2, 2);
  expect(finest(1024)).toBeCloseTo(2, 2);
});

test('an image of no more pixels than half the input gains nothing by magnifying', () => {
  expect(tilePasses(rect, { width: 256, height: 200 })).toEqual([]);
  expect(finestSide([], { width: 256, height: 200 })).toBe(0);
});

test('a large image is searched at four times the scale too', () => {
  const passes = tilePasses(rect, { width: 4000, height: 3000 });
  const scales = new Set(passes.map(({ region, size }) => (size / Math.max(region.width, region.height)).toFixed(2)));
  expect([...scales]).toEqual(['0.26', '0.51']);
  expect(finestSide(passes, { width: 4000, height: 3000 })).toBeCloseTo(2048, -1);
});

test.each([
  [rect, { width: 4000, height: 3000 }],
  [rect, { width: 900, height: 2600 }],
  [fixed, { width: 640, height: 480 }],
  [fixed, { width: 1921, height: 333 }],
])('the parts lie inside the image, and each small object is whole in one of them (%#)', (input, image) => {
  const passes = tilePasses(input, image);
  for (const { region } of passes) {
    expect(Math.min(region.x, region.y)).toBeGreaterThanOrEqual(0);
    expect(region.x + region.width).toBeLessThanOrEqual(image.width);
    expect(region.y + region.height).toBeLessThanOrEqual(image.height);
  }
  const scale = Math.min(...passes.map(({ region, size }) => size / Math.max(region.width, region.height)));
  const object = Math.floor((TILE_OBJECT * input.size) / scale);
  expect(covers(passes, image, Math.min(object, image.height, image.width))).toBe(true);
});

test('only a model whose input may change takes a smaller one for little detail', () => {
  expect([wholeSize(rect, 'low'), wholeSize(rect, 'normal'), wholeSize(fixed, 'low')]).toEqual([320, 512, 416]);
});
