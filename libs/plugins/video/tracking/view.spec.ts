import type { Image } from '@percept/sdk';
import { changeBetween, createView } from './view';

const [WIDTH, HEIGHT] = [96, 54];

/** A patchwork that looks the same nowhere, seen from `x`, `y`; with a bright square of its own where `square` is. */
function scene({ x = 0, y = 0, red = 0, square = -1 } = {}) {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let row = 0; row < HEIGHT; row++) {
    for (let column = 0; column < WIDTH; column++) {
      const [patch, line] = [Math.floor((column + x + 200) / 4), Math.floor((row + y + 200) / 4)];
      const grey = (patch * patch * 31 + line * line * 17 + patch * line * 7) % 120;
      const inSquare = square >= 0 && column >= square && column < square + 12 && row >= 20 && row < 32;
      rgb.set(inSquare ? [250, 250, 250] : [grey + red, grey, grey], (row * WIDTH + column) * 3);
    }
  }
  return createView({ rgb: async () => rgb } as unknown as Image);
}

test('what does not change stands still, however bright it is', async () => {
  expect(changeBetween(await scene(), await scene())).toEqual({ cut: false, still: true });
});

test.each([
  [5, 0],
  [-9, 4],
  [12, -8],
  [0, 3],
])('a camera that turns by %d columns and %d rows is told with its way', async (x, y) => {
  const { camera } = changeBetween(await scene(), await scene({ x, y }));
  expect(Math.abs(camera!.x * WIDTH + x)).toBe(0);
  expect(Math.abs(camera!.y * HEIGHT + y)).toBe(0);
});

test('an object that moves in front of a fixed camera is not a camera movement', async () => {
  const change = changeBetween(await scene({ square: 20 }), await scene({ square: 50 }));
  expect(change).toEqual({ cut: false, still: false, camera: undefined });
});

test('other colours are another shot', async () => {
  expect(changeBetween(await scene(), await scene({ red: 130 }))).toEqual({ cut: true, still: false });
});
