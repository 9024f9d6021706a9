/** @jest-environment ./test/onnx-environment.js */
import sharp from 'sharp';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lettering, letteringWidth, type Lettering } from '../../../../../test/harness/fixtures/text/lettering';
import {
  type Models,
  decodeModel,
  locate,
  openImage,
  openModels,
  prepareModels,
  readManifest,
} from '../../../../../test/harness/model-tasks';
import type {
  LoadedModel,
  ModelSource,
  ModelTask,
  TextDetector,
  RecognizedLine,
  TextReader,
  TextRegion,
} from '@percept/sdk/models';
import { openTextReader } from './reader';

const ROOT = resolve(__dirname, '../../../../..');
const PATHS = { modelsDir: resolve(ROOT, 'models'), dataDir: join(tmpdir(), 'percept-test-cache') };
const LIMITS = { maxBytes: 50 * 1024 * 1024, maxSide: 4096 };

let models: Models;
let reader: TextReader;
beforeAll(async () => {
  await prepareModels(PATHS);
  models = openModels(PATHS);
  reader = await models.get('text-recognition');
});
afterAll(() => models?.close());

interface Page {
  width: number;
  height: number;
  paper?: string;
  lines: Lettering[];
  /** Degrees, clockwise. */
  rotated?: number;
}

const drawn = ({ width, height, paper = '#fff', lines, rotated = 0 }: Page) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${paper}"/>` +
        `<g transform="rotate(${rotated} ${width / 2} ${height / 2})">${lines.map(lettering).join('')}</g></svg>`,
    ),
  );

/** The default reader, for which these lines were found. */
async function readerOf(found: TextRegion[], model?: LoadedModel): Promise<TextReader> {
  const detector = { identity: reader.identity, run: async () => found } as TextDetector;
  const get = ((task: ModelTask, name?: string) =>
    task === 'text-detection' ? Promise.resolve(detector) : models.get(task, name)) as ModelSource['get'];
  const { runner } = await openTextReader(model ?? (await models.network('ocr-european')), { get });
  return runner;
}

async function read(page: Page, by = reader): Promise<RecognizedLine[]> {
  return by.run(await openImage(await drawn(page).png().toBuffer(), LIMITS), {});
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

const texts = (lines: readonly RecognizedLine[]) => lines.map(({ text }) => text);
const poster = (text: string, more: Partial<Page> = {}): Page => {
  const size = 36;
  const width = Math.ceil(letteringWidth(text, size)) + 120;
  return { width, height: width, lines: [{ text, x: 60, y: width / 2 - size / 2, size }], ...more };
};

test('a sign of the alphabet is read, and one that no model knows lowers the confidence', async () => {
  const [known] = await read(poster('TOTAL ± 25'));
  expect(known!.text).toBe('TOTAL ± 25');
  const [plain] = await read(poster('TOTAL N 25'));
  expect(plain!.confidence).toBeGreaterThan(0.95);
  const [unknown] = await read(poster('TOTAL № 25'));
  expect(reader.characters).not.toContain('№');
  expect(unknown!.confidence).toBeLessThan(plain!.confidence - 0.05);
});

test('a raised digit behind another one is raised, and one on the line is not', async () => {
  const base = { text: 'AREA 5', x: 60, y: 80, size: 40 };
  const after = 60 + letteringWidth(base.text, base.size) + 6;
  const textWith = async (digit: Lettering) =>
    (await read({ width: 640, height: 200, lines: [base, digit] })).map(({ text }) => text);
  expect(await textWith({ text: '4', x: after, y: 76, size: 24 })).toEqual(['AREA 5⁴']);
  expect(await textWith({ text: '4', x: after + 4, y: 80, size: 40 })).toEqual(['AREA 54']);
});

test('the spaces between words are where they belong', async () => {
  expect(texts(await read(poster('FREE WI-FI ON BOARD')))).toEqual(['FREE WI-FI ON BOARD']);
  expect(texts(await read(poster('NORTH HARBOUR LINE 25')))).toEqual(['NORTH HARBOUR LINE 25']);
});

test.each([...'25'])(
  'a small %s that was found as a steep line is read upright, but not on a page on its side',
  async (digit) => {
    const size = 11;
    const page = { width: 240, height: 120, lines: [{ text: digit, x: 100, y: 50, size }] };
    const found = { centre: { x: 104, y: 55.5 }, direction: { x: 0, y: 1 }, length: 14, height: 8 };
    const sideways = { ...found, centre: { x: 30, y: 60 }, length: 100 };
    const [upright, turned] = [await readerOf([found]), await readerOf([found, sideways])];
    expect(texts(await read(page, upright))).toEqual([digit]);
    expect(texts(await read(page, turned))).not.toEqual([digit]);
  },
);

test('each word and each of its characters has a place of its own', async () => {
  const [x, y, size] = [60, 80, 40];
  const [line] = await read({ width: 900, height: 200, lines: [{ text: 'NORTH HARBOUR 25', x, y, size }] });
  expect(line!.words.map(({ text }) => text)).toEqual(['NORTH', 'HARBOUR', '25']);
  const startOf = (before: string) => x + letteringWidth(`${before}.`, size) - letteringWidth('.', size);
  for (const [index, before] of ['', 'NORTH ', 'NORTH HARBOUR '].entries()) {
    const { text, bounding_box: box, confidence, characters } = line!.words[index]!;
    expect(Math.abs(box.x - startOf(before))).toBeLessThan(size / 2);
    expect(Math.abs(box.width - letteringWidth(text, size))).toBeLessThan(size * 0.8);
    expect(Math.abs(box.y - line!.bounding_box.y)).toBeLessThan(4);
    expect(confidence).toBeGreaterThan(0.8);
    expect(characters.map((each) => each.text).join('')).toBe(text);
    const starts = characters.map((each) => each.bounding_box.x);
    expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
  }
});

test('the corners of a turned word begin where it begins', async () => {
  const upright = poster('MARKET STREET');
  const middle = upright.width / 2;
  const [line] = await read({ ...upright, rotated: 90 });
  const [market, street] = line!.words;
  // Turned clockwise it runs downwards, and its upper edge is to the right.
  const [start, end, , below] = market!.polygon;
  expect(start!.x).toBeGreaterThan(middle);
  expect(below!.x).toBeLessThan(middle);
  expect(end!.y).toBeGreaterThan(start!.y);
  expect(street!.polygon[0]!.y).toBeGreaterThan(end!.y);
});

test.each(['NO ENTRY.', 'PLEASE RING.'])('the full stop of "%s" is read', async (text) => {
  for (const size of [16, 24, 36, 60]) {
    const width = Math.ceil(letteringWidth(text, size)) + 120;
    expect(texts(await read({ width, height: 160, lines: [{ text, x: 60, y: 50, size }] }))).toEqual([text]);
  }
});

test('a letter at the edge of a part of a line is read once', async () => {
  const text = 'THANK YOU.';
  for (const size of [16, 24, 36, 60]) {
    const width = Math.ceil(letteringWidth(text, size)) + 120;
    expect(texts(await read({ width, height: 160, lines: [{ text, x: 60, y: 50, size }] }))).toEqual([text]);
  }
});

test('letters are read with their marks, without a parameter', async () => {
  expect(texts(await read(poster('FRANÇAIS')))).toEqual(['FRANÇAIS']);
});

test('Chinese is read without a parameter, and beside Latin letters in one line', async () => {
  expect(texts(await read(poster('中山出口')))).toEqual(['中山出口']);
  const used: string[] = [];
  const image = await openImage(await drawn(poster('EXIT 中山 25')).png().toBuffer(), LIMITS);
  const lines = await reader.run(image, { used: ({ name }) => used.push(name) });
  expect(texts(lines).join(' ')).toBe('EXIT 中山 25');
  expect(used).toContain('ocr-multilingual');
});

test('the second model stays away from lines that are surely read', async () => {
  const own = openModels(PATHS);
  const get = jest.spyOn(own, 'get');
  try {
    const latin = await own.get('text-recognition');
    const image = await openImage(await drawn(poster('NORTH HARBOUR 25')).png().toBuffer(), LIMITS);
    expect(texts(await latin.run(image, {}))).toEqual(['NORTH HARBOUR 25']);
    expect(get).not.toHaveBeenCalledWith('text-rereading', 'ocr-multilingual');
    await latin.run(await openImage(await drawn(poster('中山')).png().toBuffer(), LIMITS), {});
    expect(get).toHaveBeenCalledWith('text-rereading', 'ocr-multilingual');
  } finally {
    await own.close();
  }
});

test.each([
  [4, 4],
  [4096, 1],
  [1, 4096],
])('a picture of %i × %i pixels gives nothing', async (width, height) => {
  expect(await read({ width, height, lines: [] })).toEqual([]);
});

test('a line without marks is read as `ocr-latin` reads it', async () => {
  const page = poster('MARKET STREET 57');
  const latin = await models.get('text-recognition', 'ocr-latin');
  expect(texts(await read(page))).toEqual(texts(await read(page, latin)));
});

test.each([10, -25, 90, -90, 180])('a line that is turned by %i degrees is read', async (rotated) => {
  expect(texts(await read(poster('MARKET STREET 57', { rotated })))).toEqual(['MARKET STREET 57']);
});

test('several lines are read from top to bottom, and the parts of a row from left to right', async () => {
  const at = (text: string, x: number, y: number): Lettering => ({ text, x, y, size: 28 });
  const lines = [at('3.75', 460, 60), at('BREAD', 40, 140), at('COFFEE', 40, 60), at('2.50', 460, 142), at('TOTAL', 40, 240)];
  expect(texts(await read({ width: 640, height: 320, lines }))).toEqual(['COFFEE', '3.75', 'BREAD', '2.50', 'TOTAL']);
});

test('a page of two columns is read column by column, under its headline', async () => {
  const at = (text: string, x: number, y: number, size = 24): Lettering => ({ text, x, y, size });
  const left = ['THE HARBOUR OPENED', 'FROM NINE TO FIVE', 'AND SHIPS MAY LAND', 'ON EVERY WEEKDAY'];
  const right = ['NO BREAD WAS SOLD', 'IN MARKET STREET', 'BECAUSE THE BAKER', 'MISSED HIS TRAIN'];
  const column = (words: string[], x: number) => words.map((text, n) => at(text, x, 120 + n * 50));
  const lines = [at('TOWN NEWS OF THE DAY', 120, 30, 40), ...column(left, 40), ...column(right, 480)];
  expect(texts(await read({ width: 900, height: 360, lines }))).toEqual(['TOWN NEWS OF THE DAY', ...left, ...right]);
});

test('a page that stands on its head is read in its own order', async () => {
  const at = (text: string, x: number, y: number): Lettering => ({ text, x, y, size: 28 });
  const lines = [at('COFFEE', 40, 60), at('3.75', 460, 60), at('TOTAL', 40, 140)];
  expect(texts(await read({ width: 640, height: 240, lines, rotated: 180 }))).toEqual(['COFFEE', '3.75', 'TOTAL']);
});

test('the rows above and below stay out of a line that is set tight', async () => {
  const [text, size] = ['HARBOUR 25', 28];
  const length = letteringWidth(text, size);
  const found = { centre: { x: 40 + length / 2, y: 74 }, direction: { x: 1, y: 0 }, length: length + 17, height: 35 };
  const runner = await readerOf([found]);
  const rows = ['HARBOUR HARBOUR', text, 'HARBOUR HARBOUR'];
  const lines = rows.map((row, index) => ({ text: row, x: 40, y: 29 + index * 31, size }));
  expect(texts(await read({ width: 640, height: 200, lines }, runner))).toEqual([text]);
});

test.each([20, 28, 60, 120])('a line that was cut out closely is read, %i pixels tall, on white and on yellow', async (size) => {
  const text = 'MARKET STREET 57';
  const page = { width: Math.ceil(letteringWidth(text, size)), height: size + 2, lines: [{ text, x: 1, y: 1, size }] };
  for (const paper of ['#ffffff', '#f8d030']) {
    const lines = await read({ ...page, paper });
    expect(texts(lines).join(' ')).toBe(text);
    const boxes = lines.map((line) => line.bounding_box);
    expect(Math.min(...boxes.map(({ x }) => x))).toBeLessThan(size / 2);
    expect(Math.max(...boxes.map(({ x, width }) => x + width))).toBeGreaterThan(page.width - size / 2);
    expect(Math.max(...boxes.map(({ y }) => y))).toBeLessThan(size / 4);
    expect(Math.min(...boxes.map(({ height }) => height))).toBeGreaterThan(size * 0.7);
  }
});

test('half a row at the edge of the image is left out', async () => {
  const size = 32;
  const rows = ['HARBOUR STREET', 'MARKET STREET', 'STATION STREET'];
  const lines = rows.map((text, index) => ({ text, x: 20, y: 60 + (index - 1) * 60, size }));
  const read3 = async (height: number, lift: number) =>
    texts(await read({ width: 480, height, lines: lines.map((line) => ({ ...line, y: line.y - lift })) }));
  expect(await read3(160, 0)).toEqual(rows);
  expect(await read3(86, 18)).toEqual(['MARKET STREET']);
});

test('a letter that was found apart from its line is read with it, in one line', async () => {
  const [x, y, size] = [60, 80, 40];
  const text = 'A HARBOUR';
  const region = (from: number, to: number, height: number) => ({
    centre: { x: (from + to) / 2, y: y + size / 2 },
    direction: { x: 1, y: 0 },
    length: to - from,
    height,
  });
  const wordFrom = x + letteringWidth('A ', size);
  const runner = await readerOf([region(x, wordFrom - 4, 34), region(wordFrom, x + letteringWidth(text, size) + 6, 52)]);
  expect(texts(await read({ width: 640, height: 200, lines: [{ text, x, y, size }] }, runner))).toEqual([text]);
});

test('white on black is read as black on white is', async () => {
  const page = poster('NIGHT BUS', { paper: '#000' });
  expect(texts(await read({ ...page, lines: page.lines.map((line) => ({ ...line, colour: '#fff' })) }))).toEqual(['NIGHT BUS']);
});

test('an image without text gives nothing, and so does one of a single pixel', async () => {
  expect(await read({ width: 400, height: 300, paper: '#7a9', lines: [] })).toEqual([]);
  expect(await read({ width: 1, height: 1, lines: [] })).toEqual([]);
});

test('small letters in a large image and huge ones are read, with boxes inside the image', async () => {
  const lines = [
    { text: 'SMALL PRINT', x: 200, y: 200, size: 30 },
    { text: 'HUGE', x: 300, y: 500, size: 400 },
  ];
  const found = await read({ width: 2400, height: 1400, lines });
  expect(texts(found)).toEqual(['SMALL PRINT', 'HUGE']);
  for (const { bounding_box: box } of found) {
    expect(box.x + box.width).toBeLessThanOrEqual(2400);
    expect(box.y + box.height).toBeLessThanOrEqual(1400);
    expect(Object.values(box).every(Number.isInteger)).toBe(true);
  }
});

test('what is read with less than the confidence asked for is left out', async () => {
  const image = await openImage(await drawn(poster('HARBOUR')).png().toBuffer(), LIMITS);
  const [line] = await reader.run(image, {});
  expect(await reader.run(image, { minConfidence: line!.confidence })).toHaveLength(1);
  expect(await reader.run(image, { minConfidence: line!.confidence + 0.001 })).toEqual([]);
});

test('the Latin reader cannot answer with another character', () => {
  expect(reader.characters.join('')).not.toMatch(/\p{Script=Han}/u);
  expect(reader.characters).toEqual(expect.arrayContaining(['A', 'z', '7', '&', 'é', '￡', ' ']));
});

test('most of the network that reads by default computes in 8-bit integers', () => {
  const { file } = locate(readManifest(join(PATHS.modelsDir, 'ocr-european')), PATHS.dataDir);
  const nodes = decodeModel(readFileSync(file)).nodes.filter(({ operator }) => operator === 'QLinearConv');
  expect(nodes).toHaveLength(10);
});

const WORDS = ['HARBOUR', 'MARKET', 'STATION', 'BREAD', 'COFFEE', 'ORANGES', 'STREET', 'MORNING', 'TRAIN', 'WINTER'];
/** Lines of three words, no two alike. */
const rowsOfWords = (count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    [at, at + 1 + Math.floor(at / 10), at * 3 + 1].map((each) => WORDS[each % 10]).join(' '),
  );

test.each([
  ['tall', 600, 3200, 17],
  ['wide', 3200, 400, 17],
  ['large', 1600, 2200, 16],
])('small print in a %s picture is read, each line once', async (_, width, height, size) => {
  const rows = rowsOfWords(Math.floor((height - 60) / 50));
  const lines = rows.map((text, at) => ({ text, x: 40 + (at % 4) * 10, y: 30 + at * 50, size }));
  expect(texts(await read({ width, height, lines }))).toEqual(rows);
});

test('a line across several tiles is one line', async () => {
  const text = rowsOfWords(6).join(' ');
  const [size, width] = [18, Math.ceil(letteringWidth(text, 18)) + 80];
  const lines = await read({ width, height: 300, lines: [{ text, x: 40, y: 140, size }] });
  expect(texts(lines)).toEqual([text]);
});

test('a grid of digits is read row by row', async () => {
  const digits = [...'123457012'];
  const lines = digits.map((text, at) => ({ text, x: 60 + (at % 3) * 120, y: 50 + Math.floor(at / 3) * 120, size: 30 }));
  expect(texts(await read({ width: 380, height: 380, lines }))).toEqual(digits);
});

test.each([24, 30])('a lone l, %i pixels tall, is found', async (height) => {
  const stroke = `<rect x="300" y="200" width="3" height="${height}"/>`;
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="100%" height="100%" fill="#fff"/>${stroke}</svg>`;
  const [line] = await reader.run(await openImage(await sharp(Buffer.from(page)).png().toBuffer(), LIMITS), {});
  expect(line?.text).toMatch(/^[lI1|]$/);
});

test.each<[string, number | string, number]>([
  ['share a run of the network, two of them', 'lines', 2],
  ['are read one by one by a network that takes one', 1, 3],
])('lines of one width %s', async (_, batch, runs) => {
  const lines = ['NORTH 25', 'HARBOUR', 'EXIT 52'].map((text, row) => ({ text, x: 40, y: 40 + row * 80, size: 40 }));
  const region = (row: number): TextRegion => ({
    centre: { x: 200, y: 60 + row * 80 },
    direction: { x: 1, y: 0 },
    length: 360,
    height: 60,
  });
  const model = await models.network('ocr-european');
  const { session } = model;
  const run = jest.fn<ReturnType<typeof session.run>, Parameters<typeof session.run>>((inputs) => session.run(inputs));
  const { inputNames, outputNames, inputs, outputs } = session;
  const [input] = inputs;
  const wrapped = { inputNames, outputNames, outputs, run, release: () => session.release() };
  const by = await readerOf([0, 1, 2].map(region), {
    ...model,
    session: { ...wrapped, inputs: [{ ...input!, shape: [batch, ...input!.shape.slice(1)] }] },
  });
  expect(texts(await read({ width: 400, height: 280, lines }, by))).toEqual(lines.map(({ text }) => text));
  expect(run).toHaveBeenCalledTimes(runs);
});
