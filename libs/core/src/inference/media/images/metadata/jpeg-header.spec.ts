import sharp, { type Sharp } from 'sharp';
import { readJpegHeader } from './jpeg-header';

const drawn = () => sharp({ create: { width: 37, height: 21, channels: 3, background: '#a52' } });

/** What the decoder reads of a header. @returns undefined if it refuses it. */
async function decoded(bytes: Buffer) {
  try {
    const { autoOrient, icc, space } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { size: autoOrient, profile: space === 'srgb' ? icc : undefined };
  } catch {
    return undefined;
  }
}

const turned = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation): [string, () => Sharp] => [
  `orientation ${orientation}`,
  () => drawn().withMetadata({ orientation }).jpeg(),
]);

test.each([
  ...turned,
  ['no metadata', () => drawn().jpeg()],
  ['progressive coding', () => drawn().jpeg({ progressive: true })],
  ['restart intervals and optimized tables', () => drawn().jpeg({ mozjpeg: true })],
  ['a wide profile', () => drawn().withIccProfile('p3').jpeg()],
  [
    'a camera and no orientation',
    () =>
      drawn()
        .withExif({ IFD0: { Make: 'Percept' } })
        .jpeg(),
  ],
  ['shades of grey', () => drawn().toColourspace('b-w').jpeg()],
] as [string, () => Sharp][])('a JPEG with %s is read as the decoder reads it', async (_, draw) => {
  const bytes = await draw().toBuffer();
  expect(readJpegHeader(bytes)).toEqual(await decoded(bytes));
});

test('a JPEG in CMYK and other formats are left to the decoder', async () => {
  expect(readJpegHeader(await drawn().toColourspace('cmyk').jpeg().toBuffer())).toBeUndefined();
  expect(readJpegHeader(await drawn().png().toBuffer())).toBeUndefined();
  expect(readJpegHeader(new Uint8Array())).toBeUndefined();
});

test('a header that is cut off anywhere is left to the decoder', async () => {
  const bytes = await drawn().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
  for (let length = 0; length < scan; length++) expect(readJpegHeader(bytes.subarray(0, length))).toBeUndefined();
  expect(readJpegHeader(bytes)).toBeDefined();
});

test('a header with any byte broken has the size that the decoder reads, if it reads any', async () => {
  const bytes = await drawn()
    .withExif({ IFD0: { Make: 'Percept', Orientation: '8' } })
    .jpeg()
    .toBuffer();
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
  let read = 0;
  for (let at = 2; at < scan; at++) {
    const broken = Buffer.from(bytes);
    broken[at]! ^= 1;
    const size = readJpegHeader(broken)?.size;
    const expected = size && (await decoded(broken))?.size;
    if (!expected) continue;
    expect({ at, size }).toEqual({ at, size: expected });
    read++;
  }
  expect(read).toBeGreaterThan(scan / 4);
});
