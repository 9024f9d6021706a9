import type { DetectedFace, FaceDetector, RecognizedLine, TextReader } from '@percept/sdk/models';
import { runCapability } from '@percept/sdk/testing';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { barcodes } from '../barcodes/barcodes';
import { cover, widened } from './cover';
import { redact } from './redact';

const SIZE = { width: 60, height: 40 };
const FACE: DetectedFace = { confidence: 0.8, bounding_box: { x: 20, y: 10, width: 10, height: 10 } };
const detector: FaceDetector = {
  identity: { name: 'stand-in', version: '1', digest: '0' },
  run: async (_image, { minConfidence }) => (FACE.confidence >= minConfidence ? [FACE] : []),
};

/** Noise with metadata: nothing of it is black. */
async function noise(format: 'png' | 'jpeg'): Promise<string> {
  const pixels = Uint8Array.from({ length: 60 * 40 * 3 }, (_, at) => 60 + ((at * 7919) % 190));
  const image = sharp(pixels, { raw: { ...SIZE, channels: 3 } }).withExif({ IFD0: { Artist: 'Somebody' } });
  return (await image.toFormat(format, { quality: 95 }).toBuffer()).toString('base64');
}

async function run(input: Record<string, unknown>) {
  const output = await runCapability(redact, input, { models: { 'face-detection': detector } });
  const bytes = Buffer.from(output.image_data as string, 'base64');
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const { exif, format } = await sharp(bytes).metadata();
  const at = (x: number, y: number) => [...data.subarray((y * SIZE.width + x) * 3, (y * SIZE.width + x) * 3 + 3)];
  return { output, at, exif, format };
}

test('faces are black with a border, the rest stays as it was, and no metadata are left', async () => {
  const image = await noise('png');
  const { output, at, exif, format } = await run({ image });
  expect([exif, format, output.media_type]).toEqual([undefined, 'png', 'image/png']);
  expect(output.redactions).toEqual([{ kind: 'face', confidence: 0.8, bounding_box: { x: 17, y: 7, width: 16, height: 16 } }]);
  const before = await sharp(Buffer.from(image, 'base64')).raw().toBuffer();
  for (let y = 0; y < 40; y++)
    for (let x = 0; x < 60; x++) {
      const isCovered = x >= 17 && x < 33 && y >= 7 && y < 23;
      const was = [...before.subarray((y * 60 + x) * 3, (y * 60 + x) * 3 + 3)];
      expect([x, y, at(x, y)]).toEqual([x, y, isCovered ? [0, 0, 0] : was]);
    }
  expect((await run({ image: await noise('jpeg') })).format).toBe('jpeg');
});

test('a face that is found only once another one is covered is covered, too', async () => {
  const other: DetectedFace = { confidence: 0.4, bounding_box: { x: 44, y: 24, width: 8, height: 8 } };
  let looks = 0;
  const second: FaceDetector = { ...detector, run: async () => (looks++ === 0 ? [FACE] : [FACE, other]) };
  const output = await runCapability(redact, { image: await noise('png') }, { models: { 'face-detection': second } });
  expect(output.redactions).toMatchObject([{ confidence: 0.8 }, { confidence: 0.4, bounding_box: { x: 41, y: 21 } }]);
  const pixels = await sharp(Buffer.from(output.image_data as string, 'base64'))
    .raw()
    .toBuffer();
  expect([...pixels.subarray((28 * 60 + 48) * 3, (28 * 60 + 48) * 3 + 3)]).toEqual([0, 0, 0]);
});

test('a mosaic has five squares along the longer side, each of one colour', () => {
  const rgb = Uint8Array.from({ length: 60 * 40 * 3 }, (_, at) => (at * 31) % 256);
  cover(rgb, SIZE, { x: 10, y: 5, width: 40, height: 20 }, 'mosaic');
  const colours = new Set<string>();
  for (let y = 5; y < 25; y++)
    for (let x = 10; x < 50; x++) colours.add([...rgb.subarray((y * 60 + x) * 3, (y * 60 + x) * 3 + 3)].join());
  expect(colours.size).toBeLessThanOrEqual(15);
});

test('a border ends where the image does', () => {
  expect(widened({ x: 0, y: 30, width: 20, height: 10 }, 0.5, SIZE)).toEqual({ x: 0, y: 25, width: 30, height: 15 });
});

test('regions are covered without faces; one outside the image is refused', async () => {
  const image = await noise('png');
  const { output, at } = await run({ image, faces: false, regions: [{ x: 58, y: 38, width: 2, height: 2 }] });
  expect(output.redactions).toEqual([{ kind: 'region', bounding_box: { x: 58, y: 38, width: 2, height: 2 } }]);
  expect([at(59, 39), at(57, 39).some((each) => each > 0)]).toEqual([[0, 0, 0], true]);
  await expect(run({ image, regions: [{ x: 59, y: 0, width: 2, height: 2 }] })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { field: 'regions' },
  });
  expect((await run({ image, min_confidence: 0.9 })).output.redactions).toEqual([]);
});

describe('codes', () => {
  beforeAll(() => {
    const binary = readFileSync(require.resolve('zxing-wasm/writer/zxing_writer.wasm'));
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(binary).buffer } });
  });
  const page = async (turn = 0): Promise<string> => {
    const draw = async (format: 'QRCode' | 'Code128' | 'DataMatrix'): Promise<Buffer> => {
      const { svg } = await writeBarcode('PARCEL-17', { format, scale: 4, addQuietZones: true });
      return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).rotate(turn, { background: '#fff' }).png().toBuffer();
    };
    const places = [
      { input: await draw('QRCode'), left: 20, top: 20 },
      { input: await draw('Code128'), left: 20, top: 420 },
      { input: await draw('DataMatrix'), left: 700, top: 20 },
    ];
    const white = sharp({ create: { width: 1100, height: 1100, channels: 3, background: '#fff' } });
    return (await white.composite(places).png().toBuffer()).toString('base64');
  };
  const read = async (image: string) => (await runCapability(barcodes, { image })).barcodes;

  test.each([
    [0, 'fill'],
    [30, 'fill'],
    [0, 'mosaic'],
  ])('turned by %i degrees, covered with %s, none can be read any more', async (turn, method) => {
    const image = await page(turn);
    // The reader does not find every bar code that is turned.
    expect(((await read(image)) as object[]).length).toBeGreaterThanOrEqual(2);
    const output = await runCapability(
      redact,
      { image, faces: false, codes: true, method },
      { models: { 'face-detection': detector } },
    );
    expect((output.redactions as { kind: string }[]).every(({ kind }) => kind === 'code')).toBe(true);
    expect(await read(output.image_data as string)).toEqual([]);
    const left = await runCapability(redact, { image, faces: false }, { models: { 'face-detection': detector } });
    expect(left.redactions).toEqual([]);
  });
});

describe('text', () => {
  /** Words of ten pixels a letter, from the left. */
  const line = (text: string, top: number): RecognizedLine => {
    const at = (from: number, to: number) => ({
      bounding_box: { x: from * 10, y: top, width: (to - from) * 10, height: 20 },
      polygon: [from, to].map((x) => ({ x: x * 10, y: top })).concat([to, from].map((x) => ({ x: x * 10, y: top + 20 }))),
      confidence: 0.9,
    });
    const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
      ...{ text: word, characters: [] },
      ...at(index, index + word.length),
    }));
    return { text, words, ...at(0, text.length) };
  };
  const reader = (lines: RecognizedLine[]): TextReader => ({
    identity: { name: 'reader', version: '1', digest: '1' },
    ...{ uses: [], characters: [], run: async () => lines },
  });
  const covered = async (lines: RecognizedLine[], text_kinds: string[]) => {
    const blank = sharp({ create: { width: 600, height: 200, channels: 3, background: '#fff' } });
    const image = (await blank.png().toBuffer()).toString('base64');
    const models = { 'face-detection': detector, 'text-recognition': reader(lines) };
    const output = await runCapability(redact, { image, faces: false, text_kinds }, { models });
    return output.redactions as { kind: string; text_kind: string; bounding_box: { x: number; y: number; width: number } }[];
  };

  test('words of the kinds that are asked for are covered, whole and with a border; others stay', async () => {
    const lines = [line('Write to ada@example.com today', 10), line('DE89 3704 0044 0532 0130 00', 60)];
    expect(await covered(lines, ['EMAIL'])).toEqual([
      { kind: 'text', text_kind: 'EMAIL', confidence: expect.any(Number), bounding_box: { x: 67, y: 7, width: 196, height: 26 } },
    ]);
    const account = await covered(lines, ['IBAN']);
    expect([...new Set(account.map(({ bounding_box: { y } }) => y))]).toEqual([57]);
    expect(Math.min(...account.map(({ bounding_box: { x } }) => x))).toBe(0);
    expect(Math.max(...account.map(({ bounding_box: { x, width } }) => x + width))).toBeGreaterThanOrEqual(270);
  });

  test('a card is found across lines that were read beside each other, and where a digit was misread', async () => {
    const parts = line('4111 1111', 10);
    const shift = <T extends { bounding_box: { x: number }; polygon: { x: number }[] }>(part: T): T => ({
      ...part,
      bounding_box: { ...part.bounding_box, x: part.bounding_box.x + 200 },
      polygon: part.polygon.map((point) => ({ ...point, x: point.x + 200 })),
    });
    const rest = line('1111 1111', 10);
    const beside = shift({ ...rest, words: rest.words.map(shift) });
    expect(await covered([parts, beside], ['CARD'])).toHaveLength(4);
    expect((await covered([line('4111 1111 1111 1117', 10)], ['CARD'])).map(({ text_kind }) => text_kind)).toEqual(
      Array(4).fill('CARD'),
    );
    expect(await covered([line('room 4111', 10)], ['CARD'])).toEqual([]);
  });
});
