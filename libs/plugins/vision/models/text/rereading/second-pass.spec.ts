import type { RereadLine, TextLineCrop, TextRereader } from '@percept/sdk/models';
import { readAgain, type DoubtfulLine } from './second-pass';

const PIXELS = { data: new Uint8Array(400 * 100 * 3).fill(255), width: 400, height: 100, scale: 1 };
const STEPS = 4;

/** @param least the probability of the first character; the others have that of the line. */
function line(text: string, confidence: number, { height = 30, length = 300, least = 0.5 } = {}): DoubtfulLine {
  const characters = [...text].map((character, at) => ({
    character,
    step: at * STEPS,
    last: at * STEPS,
    probability: at === 0 ? least : confidence,
  }));
  return {
    confidence,
    characters: characters.filter(({ character }) => character !== ' '),
    words: text.split(' ').map((word) => ({
      text: word,
      characters: [...word].map((character) => ({ character, step: 0, last: 0, probability: 1 })),
    })),
    strip: { steps: text.length * STEPS, length },
    unread: 0,
    isMarked: false,
    region: { centre: { x: 200, y: 50 }, direction: { x: 1, y: 0 }, length, height },
  };
}

/** How many of the lines are read again, and the pixels of their strips. */
async function readAgainOf(...lines: DoubtfulLine[]) {
  const widths: number[] = [];
  const second = {
    height: 4,
    characters: [],
    read: async ({ width }: TextLineCrop): Promise<RereadLine> => {
      widths.push(width);
      return { characters: [], spaces: new Float32Array(width / 8) };
    },
  } as Partial<TextRereader> as TextRereader;
  await readAgain(lines, PIXELS, async () => second);
  return { count: widths.length, pixels: widths.reduce((sum, width) => sum + width, 0) };
}

test('plain English is read again below another confidence than lines that may have lost their marks', async () => {
  expect(await readAgainOf(line('The train is late today', 0.95))).toMatchObject({ count: 0 });
  expect(await readAgainOf(line('“The baker’s train is late” – 30°…', 0.95))).toMatchObject({ count: 0 });
  expect(await readAgainOf(line('The train is late today', 0.93))).toMatchObject({ count: 1 });
  expect(await readAgainOf(line('Va rugam sa asteptati, por favor', 0.95))).toMatchObject({ count: 1 });
  expect(await readAgainOf(line('Größe', 0.99))).toMatchObject({ count: 1 });
  expect(await readAgainOf(line('Größe', 0.997))).toMatchObject({ count: 0 });
});

test('plain English whose characters are all likely is not read again', async () => {
  expect(await readAgainOf(line('The train is late today', 0.9, { least: 0.82 }))).toMatchObject({ count: 0 });
  expect(await readAgainOf(line('The train is late today', 0.9, { least: 0.78 }))).toMatchObject({ count: 1 });
  expect(await readAgainOf(line('Der Zug kommt heute nicht', 0.9, { least: 0.82 }))).toMatchObject({ count: 1 });
});

test('a price or a name among English lines is plain English, among others it may have lost its marks', async () => {
  const [english, german] = ['Thank you for the visit', 'Vielen Dank und auf Wiedersehen'];
  const name = line('Kova, 5.00 SR', 0.97);
  expect(await readAgainOf(name)).toMatchObject({ count: 1 });
  expect(await readAgainOf(line(english, 0.97), name, line(english, 0.97))).toMatchObject({ count: 0 });
  expect(await readAgainOf(line(german, 0.97), name, line(german, 0.97))).toMatchObject({ count: 3 });
});

test('small print that was surely read is not read again', async () => {
  expect(await readAgainOf(line('The train is late today', 0.97, { height: 14 }))).toMatchObject({ count: 0 });
});

test('numbers and dates that were surely read are not read again', async () => {
  expect(await readAgainOf(line('12/05/2018 18:45 1,284.50', 0.95))).toMatchObject({ count: 0 });
});

test('a Q behind a number may be an ohm', async () => {
  expect(await readAgainOf(line('R1 = 10 kQ', 0.98), line('470 Q', 0.98), line('FAQ', 0.98))).toMatchObject({ count: 2 });
});

test('two hundred lines of poor print are bounded', async () => {
  const lines = Array.from({ length: 2000 }, () => line('poor print that nobody can read', 0.5));
  const { count, pixels } = await readAgainOf(...lines);
  expect(pixels).toBeLessThanOrEqual(60_000);
  expect(count).toBeLessThan(2000);
});
