import * as lib from '@cantoo/pdf-lib';
import type { Image } from '@percept/sdk';
import type { RecognizedLine, TextReader, RecognizedWord } from '@percept/sdk/models';
import { runCapability } from '@percept/sdk/testing';
import sharp from 'sharp';
import { documentRead } from '../read/read';
import type { ReadOutput } from '../read/read-output';
import { addInvisibleFont, writeInvisibly } from './invisible-text';
import { searchable, type SearchableOutput } from './searchable';

const WORDS = ['Grüße', 'aus', 'Łódź', '漢字検索', '№7'];
const { degrees, PDFDocument } = lib;
/** Finds these words side by side, in the upper part of each picture. */
const reader: TextReader = {
  identity: { name: 'stand-in', version: '1', digest: '0' },
  uses: [],
  characters: [],
  run: async (image: Image) => {
    const { width, height } = image.properties;
    const place = (from: number, to: number) => {
      const [left, right, top, bottom] = [from * width, to * width, height * 0.1, height * 0.12];
      const polygon = [
        { x: left, y: top },
        { x: right, y: top },
        { x: right, y: bottom },
        { x: left, y: bottom },
      ];
      return { polygon, bounding_box: { x: left, y: top, width: right - left, height: bottom - top } };
    };
    const words = WORDS.map((text, at): RecognizedWord => ({
      text,
      confidence: 0.9,
      characters: [],
      ...place(0.1 + at * 0.15, 0.22 + at * 0.15),
    }));
    const line: RecognizedLine = { text: WORDS.join(' '), confidence: 0.9, words, ...place(0.1, 0.82) };
    return [line];
  },
};
const call = { models: { 'text-recognition': reader } };
const make = async (bytes: Uint8Array, input: Record<string, unknown> = {}) => {
  const answer = await runCapability(searchable, input, { ...call, media: { field: 'document', bytes } });
  const { pdf, ...rest } = answer as unknown as SearchableOutput;
  return { bytes: Buffer.from(pdf, 'base64'), ...rest };
};
/** What its text layer says. */
const layerOf = async (bytes: Uint8Array) => {
  const answer = await runCapability(documentRead, { ocr: 'never' }, { media: { field: 'document', bytes } });
  return (answer as unknown as ReadOutput).pages;
};
const scan = async (turned = 0) => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([400, 600]);
  const png = await sharp({ create: { width: 200, height: 300, channels: 3, background: '#eed' } })
    .png()
    .toBuffer();
  page.drawImage(await pdf.embedPng(png), { x: 0, y: 0, width: 400, height: 600 });
  page.setRotation(degrees(turned));
  return pdf.save();
};

test.each([0, 90, 180, 270])('the words lie where they were read, on a page that is turned by %i degrees', async (turned) => {
  const { bytes, pages_read, page_count } = await make(await scan(turned));
  expect({ pages_read, page_count }).toEqual({ pages_read: [1], page_count: 1 });
  const [page] = await layerOf(bytes);
  const words = page!.lines.flatMap((line) => line.words!);
  // PDFium leaves out Han characters of lines that run up or down in the page's own coordinates; poppler reads them.
  const readable = WORDS.filter((word) => turned % 180 === 0 || !/\p{Script=Han}/u.test(word));
  expect(words.map(({ text }) => text)).toEqual(readable);
  for (const { text, polygon } of words) {
    const at = WORDS.indexOf(text);
    expect(polygon[0]!.x / page!.width).toBeCloseTo(0.1 + at * 0.15, 2);
    expect(polygon[1]!.x / page!.width).toBeCloseTo(0.22 + at * 0.15, 2);
    expect(polygon[3]!.y / page!.height).toBeCloseTo(0.12, 2);
  }
});

test('the pixels of a page stay as they were', async () => {
  const before = await scan();
  const { bytes } = await make(before);
  const imageOf = async (pdf: Uint8Array) => {
    const document = await PDFDocument.load(pdf);
    const streams = document.context.enumerateIndirectObjects().map(([, object]) => object);
    return streams.flatMap((object) =>
      'getContents' in object && String(object).includes('/Image')
        ? [(object as { getContents(): Uint8Array }).getContents()]
        : [],
    );
  };
  const images = await imageOf(bytes);
  expect(images.length).toBeGreaterThan(0);
  expect(images.map((each) => Buffer.from(each).toString('base64'))).toEqual(
    (await imageOf(before)).map((each) => Buffer.from(each).toString('base64')),
  );
});

test('a page with text stays as it is', async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage([400, 600]).drawText('Already here', { x: 50, y: 500, size: 12 });
  const { bytes, pages_read } = await make(await pdf.save());
  expect(pages_read).toEqual([]);
  expect((await layerOf(bytes))[0]!.lines.map(({ text }) => text)).toEqual(['Already here']);
});

test('a PDF that may not be copied from opens without a password, as in a viewer', async () => {
  const pdf = await PDFDocument.load(await scan());
  pdf.encrypt({ ownerPassword: 'owner', permissions: { copying: false } });
  const { bytes, pages_read } = await make(await pdf.save());
  expect(pages_read).toEqual([1]);
  expect((await layerOf(bytes))[0]!.lines.flatMap((line) => line.words!.map(({ text }) => text))).toEqual(WORDS);
});

test('a damaged PDF that can be read, but not written, is refused', async () => {
  const pdf = Buffer.from(await (await PDFDocument.load(await scan())).save({ useObjectStreams: false })).toString('latin1');
  const damaged = Buffer.from(pdf.replace('/Type /Catalog', '/Type /Catalgo'), 'latin1');
  expect(await layerOf(damaged)).toHaveLength(1);
  await expect(make(damaged)).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA', message: /the file is damaged.*save it again/ });
});

test.each(['jpeg', 'png', 'tiff'] as const)('a picture in %s becomes a PDF', async (format) => {
  const picture = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#eed' } })
    .toFormat(format)
    .toBuffer();
  const { bytes, pages_read } = await make(picture);
  expect(pages_read).toEqual([1]);
  const [page] = await layerOf(bytes);
  expect(page).toMatchObject({ width: 2, height: 3 });
  expect(page!.lines.flatMap((line) => line.words!.map(({ text }) => text))).toEqual(WORDS);
});

test.each([
  [5, true],
  [10, true],
  [30, false],
])('a word that is tilted by %d degrees is written level: %s', async (degreesOfTilt, isLevel) => {
  const [cos, sin] = [Math.cos((degreesOfTilt * Math.PI) / 180), Math.sin((degreesOfTilt * Math.PI) / 180)];
  const polygon = [
    [0, 0],
    [60, 0],
    [60, 12],
    [0, 12],
  ].map(([x, y]) => ({ x: 50 + x! * cos - y! * sin, y: 50 + x! * sin + y! * cos }));
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([200, 200]);
  const operators = jest.spyOn(page, 'pushOperators');
  const font = addInvisibleFont(pdf, lib);
  writeInvisibly(page, [{ text: 'Tilted', confidence: 1, polygon }], { lib, font, toPage: ({ x, y }) => ({ x, y: 200 - y }) });
  const matrix = operators.mock.calls[0]!.map(String).find((operator) => operator.endsWith('Tm'))!;
  expect(Math.abs(Number(matrix.split(' ')[1]))).toBeCloseTo(isLevel ? 0 : sin, 3);
});
