import sharp from 'sharp';
import { unreadSigns } from './unread';

const STEP = 8;

/** Letters and signs as boxes, each from and to a step, and what was read of them. */
async function unread(signs: [from: number, to: number][], readAt: number[]): Promise<number> {
  const [width, height] = [40 * STEP, 48];
  const boxes = signs.map(([from, to]) => `<rect x="${from * STEP}" y="14" width="${(to - from) * STEP}" height="20"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${boxes.join('')}</svg>`;
  const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
  const characters = readAt.map((step) => ({ character: 'a', step, last: step, probability: 1 }));
  return unreadSigns({ pixels, width, height }, characters, width / STEP);
}

test('a sign that stands by itself and was read as nothing counts', async () => {
  expect(
    await unread(
      [
        [2, 4],
        [5, 7],
        [10, 12.5],
        [15, 17],
      ],
      [3, 6, 16],
    ),
  ).toBe(1);
  expect(
    await unread(
      [
        [2, 4],
        [5, 7],
        [10, 12.5],
        [15, 17],
      ],
      [3, 6, 11, 16],
    ),
  ).toBe(0);
});

test('a letter may be seen beside its strokes, and a full stop has too few', async () => {
  expect(
    await unread(
      [
        [2, 4],
        [5, 7],
        [9, 13],
      ],
      [1, 7, 11],
    ),
  ).toBe(0);
  expect(
    await unread(
      [
        [2, 4],
        [5, 7],
        [9, 10],
      ],
      [3, 6],
    ),
  ).toBe(0);
});

test('strokes in a row that touch a letter count if they are as wide as a Chinese character', async () => {
  expect(await unread([[2, 12]], [3])).toBe(1);
  expect(await unread([[2, 8]], [3])).toBe(0);
});
