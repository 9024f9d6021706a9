/** @jest-environment ./test/onnx-environment.js */
import sharp from 'sharp';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lettering, letteringWidth, type Lettering } from '../../../../../test/fixtures/lettering';
import { openPicture } from '../../media';
import { openModels, type Models } from '../runtime';
import { prepareModels } from '../store';
import type { TextLine, TextReader } from '../tasks';

const ROOT = resolve(__dirname, '../../../../..');
const PLACES = { modelsDir: resolve(ROOT, 'models'), dataDir: join(tmpdir(), 'percept-test-cache') };
const LIMITS = { maxBytes: 50 * 1024 * 1024, maxPixels: 4096 * 4096, maxSide: 4096 };

let models: Models;
let reader: TextReader;
beforeAll(async () => {
  await prepareModels(PLACES);
  models = openModels(PLACES);
  reader = await models.get('text-recognition');
});
afterAll(() => models?.close());

interface Page {
  width: number;
  height: number;
  paper?: string;
  lines: Lettering[];
  /** Degrees, clockwise. */
  turned?: number;
}

const drawn = ({ width, height, paper = '#fff', lines, turned = 0 }: Page) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${paper}"/>` +
        `<g transform="rotate(${turned} ${width / 2} ${height / 2})">${lines.map(lettering).join('')}</g></svg>`,
    ),
  );

async function read(page: Page): Promise<TextLine[]> {
  return reader.run(await openPicture(await drawn(page).png().toBuffer(), LIMITS), {});
}

test('a line is read with its box', async () => {
  const [line, ...others] = await read({ width: 640, height: 200, lines: [{ text: 'HARBOUR 25', x: 60, y: 80, size: 40 }] });
  expect(others).toEqual([]);
  expect(line).toMatchObject({ text: 'HARBOUR 25', confidence: expect.any(Number) });
  const { x, y, width, height } = line!.bounding_box;
  expect(Math.abs(x - 60)).toBeLessThan(20);
  expect(Math.abs(y - 80)).toBeLessThan(20);
  expect(Math.abs(width - letteringWidth('HARBOUR 25', 40))).toBeLessThan(40);
  expect(Math.abs(height - 40)).toBeLessThan(30);
});
