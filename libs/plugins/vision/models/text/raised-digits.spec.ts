import sharp from 'sharp';
import type { ReadCharacter } from './ctc';
import { withRaisedDigits } from './raised-digits';

const [STEP, HEIGHT] = [8, 48];

interface Block {
  character: string;
  /** Pixels. */
  width?: number;
  top?: number;
  bottom?: number;
}

const plain = (character: string): Block => ({ character });
const raised = (character: string): Block => ({ character, width: 10, top: 8, bottom: 26 });

/** The text that is read where each character is a block of ink: a digit is 16 px wide, from 10 to 40 px. */
async function read(...blocks: Block[]): Promise<string> {
  const width = blocks.length * 3 * STEP;
  const ink = blocks.map(({ character, width: wide = 16, top = 10, bottom = 40 }, index) =>
    character === ' ' ? '' : `<rect x="${index * 3 * STEP + 2}" y="${top}" width="${wide}" height="${bottom - top}"/>`,
  );
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${ink.join('')}</svg>`;
  const pixels = new Uint8Array(await sharp(Buffer.from(page)).removeAlpha().raw().toBuffer());
  const characters = blocks.map(({ character }, index): ReadCharacter => ({
    character,
    step: index * 3,
    last: index * 3 + 1,
    probability: 1,
  }));
  return withRaisedDigits(characters, { pixels, width, height: HEIGHT }, blocks.length * 3)
    .map(({ character }) => character)
    .join('');
}

test('a small digit behind another one, up where that one begins, is raised', async () => {
  expect(await read(plain('5'), raised('4'))).toBe('5⁴');
  expect(await read(plain('1'), plain('0'), raised('1'), raised('2'))).toBe('10¹²');
  expect(await read(plain('2'), raised('7'), plain(' '), plain('8'))).toBe('2⁷ 8');
});

test('a digit that stands by itself, or on the line, is not', async () => {
  expect(await read(plain('5'), plain('4'))).toBe('54');
  expect(await read(raised('4'), plain('5'))).toBe('45');
  expect(await read(plain('5'), plain(' '), raised('4'))).toBe('5 4');
  expect(await read(plain('5'), { character: '4', width: 10, top: 22, bottom: 40 })).toBe('54');
});

test('a digit that lost its lower half in bad print is not', async () => {
  expect(await read(plain('5'), { character: '4', bottom: 26 })).toBe('54');
  expect(await read(plain('5'), raised('4'), plain('3'))).toBe('543');
  expect(await read({ character: '5', bottom: 30 }, plain('8'), { character: '6', bottom: 30 }, raised('4'))).toBe('5864');
  expect(await read(plain('2'), plain('0'), raised('1'))).toBe('201');
  expect(await read(plain('1'), plain('0'), raised('2'), plain('.'), plain('8'))).toBe('102.8');
});

test('a ring behind a raised digit is a raised zero, and behind any other a degree', async () => {
  expect(await read(plain('7'), raised('¹'), raised('º'))).toBe('7¹⁰');
  expect(await read(plain('7'), raised('¹'), raised('°'), raised('°'))).toBe('7¹⁰⁰');
  expect(await read(plain('1'), plain('0'), raised('°'))).toBe('10°');
  expect(await read(plain('2'), plain('1'), raised('º'))).toBe('21º');
});
