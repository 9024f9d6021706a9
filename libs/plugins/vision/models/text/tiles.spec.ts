import { cutOut, cutTiles } from './tiles';

/** How often each pixel of a frame is answered for, as a text: 1 for each if all is well. */
function coverage(width: number, height: number, size: number) {
  const times = new Uint8Array(width * height);
  for (const { tile, answers } of cutTiles({ width, height }, size)) {
    expect(answers.x).toBeGreaterThanOrEqual(tile.x);
    expect(answers.y).toBeGreaterThanOrEqual(tile.y);
    expect(answers.x + answers.width).toBeLessThanOrEqual(tile.x + tile.width);
    expect(answers.y + answers.height).toBeLessThanOrEqual(tile.y + tile.height);
    expect(tile.x + tile.width).toBeLessThanOrEqual(width);
    expect(tile.y + tile.height).toBeLessThanOrEqual(height);
    expect([tile.x, tile.y, tile.width, tile.height].every((each) => each % 32 === 0)).toBe(true);
    for (let y = answers.y; y < answers.y + answers.height; y++)
      for (let x = answers.x; x < answers.x + answers.width; x++) times[y * width + x]!++;
  }
  return [...new Set(times)];
}

test.each([
  [608, 4000],
  [960, 3200],
  [4064, 608],
  [1856, 2624],
  [2176, 1024],
  [32, 4096],
  [4096, 32],
  [1088, 1056],
])('the tiles of %i × %i answer for each pixel once', (width, height) => {
  expect(coverage(width, height, 1024)).toEqual([1]);
});

test('a frame that fits is one tile, and neighbours overlap', () => {
  expect(cutTiles({ width: 960, height: 736 }, 960)).toHaveLength(1);
  const [first, second] = cutTiles({ width: 960, height: 1600 }, 960);
  expect(first!.tile.y + first!.tile.height - second!.tile.y).toBeGreaterThanOrEqual(96);
});

test('the pixels of a tile are those that lie there', () => {
  const frame = { width: 4, height: 2 };
  const pixels = Uint8Array.from({ length: 24 }, (_, at) => at);
  expect([...cutOut(pixels, frame, { x: 2, y: 1, width: 2, height: 1 })]).toEqual([18, 19, 20, 21, 22, 23]);
});
