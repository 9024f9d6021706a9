/** @jest-environment ./test/onnx-environment.js */
import sharp from 'sharp';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lettering, letteringWidth } from '../../../../../test/harness/fixtures/text/lettering';
import { type Models, openModels, prepareModels } from '../../../../../test/harness/model-tasks';
import { imageFromPixels } from '@percept/sdk';
import { straightened } from './bent-line';
import { halfTurn } from './rectangle';

const PATHS = { modelsDir: resolve(__dirname, '../../../../..', 'models'), dataDir: join(tmpdir(), 'percept-test-cache') };
const SIZE = 30;
const TEXTS = ['THE FIRST TRAIN LEAVES AT 7.45', 'EVERY SHIP CAME IN WITH COFFEE', 'BREAD AND 12 ORANGES IN A BOX.'];
const TOP = 150;
const LEFT = 60;
const WIDTH = Math.ceil(Math.max(...TEXTS.map((text) => letteringWidth(text, SIZE)))) + 2 * LEFT;
const HEIGHT = 450;

let models: Models;
beforeAll(async () => {
  await prepareModels(PATHS);
  models = openModels(PATHS);
});
afterAll(() => models?.close());

/** How far down the page is bent at a column: most in the middle. */
const bentBy = (sag: number, x: number) => sag * Math.sin((Math.PI * x) / WIDTH);

async function page(sag: number) {
  const lines = TEXTS.map((text, index) => lettering({ text, x: LEFT, y: TOP + index * 2 * SIZE, size: SIZE }));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${lines.join('')}</svg>`;
  const flat = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
  const rgb = new Uint8Array(flat.length).fill(255);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const from = y - Math.round(bentBy(sag, x));
      if (from >= 0) rgb.set(flat.subarray((from * WIDTH + x) * 3, (from * WIDTH + x + 1) * 3), (y * WIDTH + x) * 3);
    }
  return imageFromPixels({ width: WIDTH, height: HEIGHT, rgb });
}

test.each([0, 0.04, 0.08])('a page that sags by %d of its width is read, and its words lie where they are', async (share) => {
  const sag = share * WIDTH;
  const lines = await (await models.get('text-recognition')).run(await page(sag), {});
  expect(lines.map(({ text }) => text)).toEqual(TEXTS);
  for (const [index, { polygon, words }] of lines.entries()) {
    const bottom = Math.max(...polygon.map(({ y }) => y));
    for (const word of words) {
      const [x, y] = (['x', 'y'] as const).map((axis) => word.polygon.reduce((sum, corner) => sum + corner[axis], 0) / 4);
      expect(Math.abs(y! - bentBy(sag, x!) - (TOP + index * 2 * SIZE + SIZE / 2))).toBeLessThan(SIZE / 4);
      expect(Math.max(...word.polygon.map((corner) => corner.y))).toBeLessThan(bottom + SIZE / 4);
    }
  }
});

test('only the lines of a bent page are straightened', async () => {
  const detector = await models.get('text-detection');
  expect((await detector.run(await page(0), {})).map(({ bend }) => bend)).toEqual([undefined, undefined, undefined]);
  const bent = await detector.run(await page(0.06 * WIDTH), {});
  expect(bent).toHaveLength(3);
  for (const { bend, height } of bent) {
    expect(bend).toBeDefined();
    expect(height).toBeLessThan(2 * SIZE);
  }
});

test('two rows that run into each other stay as they are', () => {
  const core = { centre: { x: 100, y: 10 }, direction: { x: 1, y: 0 }, length: 200, height: 20 };
  const row = (y: number, to: number) => Array.from({ length: to }, (_, x) => ({ x, y }));
  // Half of the line has a second row below it.
  expect(straightened(core, [...row(0, 200), ...row(8, 200), ...row(20, 100)])).toBe(core);
});

test('a bent line that is read from its other end bends the other way', () => {
  const line = {
    centre: { x: 0, y: 0 },
    direction: { x: 1, y: 0 },
    length: 90,
    height: 10,
    bend: { step: 30, offsets: [0, 5, 20] },
  };
  expect(halfTurn(line).bend!.offsets).toEqual([-20, -5, -0]);
  expect(halfTurn(halfTurn(line))).toEqual({ ...line, direction: { x: 1, y: expect.closeTo(0) } });
});
