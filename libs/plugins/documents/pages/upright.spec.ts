import type { Image } from '@percept/sdk';
import type { RecognizedLine, TextReader } from '@percept/sdk/models';
import { runCapability } from '@percept/sdk/testing';
import sharp from 'sharp';
import { documentRead } from '../read/read';
import type { ReadOutput } from '../read/read-output';

type Box = [left: number, top: number, right: number, bottom: number];
const corners = ([left, top, right, bottom]: Box) => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];
const lineOf = (text: string, confidence: number, polygon: RecognizedLine['polygon']): RecognizedLine => {
  const box = { x: 0, y: 0, width: 1, height: 1 };
  return {
    text,
    confidence,
    polygon,
    bounding_box: box,
    words: [{ text, confidence, polygon, bounding_box: box, characters: [] }],
  };
};

/** The black bar of the picture is its line of text. */
async function barOf(image: Image): Promise<Box> {
  const { width, height } = image.properties;
  const rgb = await image.rgb({ width, height });
  const dark = Array.from({ length: width * height }, (_, at) => at).filter((at) => rgb[at * 3]! < 90);
  const [xs, ys] = [dark.map((at) => at % width), dark.map((at) => Math.floor(at / width))];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1];
}

/** Reads a level bar well, and another one badly, along its length. */
const reader = (seen: number[], isOnItsHead: boolean): TextReader => ({
  identity: { name: 'stand-in', version: '1', digest: '0' },
  uses: [],
  characters: [],
  run: async (image: Image) => {
    const [left, top, right, bottom] = await barOf(image);
    seen.push(image.properties.width);
    const [a, b, c, d] = corners([left, top, right, bottom]);
    if (isOnItsHead && seen.length === 1) return [lineOf('ʇuıɹd', 0.5, [c!, d!, a!, b!])];
    if (right - left > bottom - top) return [lineOf('Upright print', 0.95, corners([left, top, right, bottom]))];
    // It begins below.
    return [lineOf('Uprigh+ pr!nt', 0.6, [d!, a!, b!, c!])];
  },
});
const read200 = async (bar: Box, seen: number[], isOnItsHead = false) => {
  const [left, top, right, bottom] = bar;
  const svg = `<svg width="200" height="300"><rect width="200" height="300" fill="#fff"/><rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/></svg>`;
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer();
  const call = { media: { field: 'document', bytes }, models: { 'text-recognition': reader(seen, isOnItsHead) } };
  return ((await runCapability(documentRead, {}, call)) as unknown as ReadOutput).pages[0]!;
};

test('a page that lies on its side is turned upright and read again, and its places stay', async () => {
  const seen: number[] = [];
  const { lines, angle, width, height } = await read200([40, 60, 60, 260], seen);
  expect(seen).toEqual([200, 300]);
  expect([width, height, angle]).toEqual([200, 300, -90]);
  expect(lines.map(({ text }) => text)).toEqual(['Upright print']);
  const [start, end, opposite, below] = lines[0]!.polygon;
  expect(start!.x).toBeCloseTo(40, 0);
  expect(start!.y).toBeCloseTo(260, 0);
  expect(end!.y).toBeCloseTo(60, 0);
  expect(opposite!.x).toBeCloseTo(60, 0);
  expect(below!.y).toBeCloseTo(260, 0);
  expect(lines[0]!.words![0]!.polygon[0]!.y).toBeCloseTo(260, 0);
});

test('a page on its head is read upright', async () => {
  const seen: number[] = [];
  const { lines } = await read200([20, 60, 180, 80], seen, true);
  expect(seen).toEqual([200, 200]);
  expect(lines[0]!.text).toBe('Upright print');
  expect(lines[0]!.polygon[0]!.x).toBeCloseTo(180, 0);
  expect(lines[0]!.polygon[0]!.y).toBeCloseTo(80, 0);
});

test('a level page is read once', async () => {
  const seen: number[] = [];
  expect((await read200([20, 60, 180, 80], seen)).lines[0]!.text).toBe('Upright print');
  expect(seen).toEqual([200]);
});
