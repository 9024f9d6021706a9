import sharp from 'sharp';
import { testImage } from '../../../../../../test/harness/fixtures/images';
import { openImage } from './open-image';
import type { MediaLimits } from '../limits';

const LIMITS: MediaLimits = { maxBytes: 50 * 1024 * 1024, maxSide: 4096 };

/** Red, green over blue, white: every turn and every mirror of it looks different. */
const CORNERS = [
  [230, 20, 20],
  [20, 200, 20],
  [20, 20, 220],
  [250, 250, 250],
];
const WIDTH = 64;
const HEIGHT = 48;

function corners(width = WIDTH, height = HEIGHT): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      Buffer.from(CORNERS[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)]!).copy(pixels, (y * width + x) * 3);
  return pixels;
}

const drawn = () => sharp(corners(), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });

/** The colours in the middle of each quarter. */
function quarters(rgb: Uint8Array, width: number, height: number): number[][] {
  const at = (x: number, y: number) => [...rgb.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
  const [left, right, top, bottom] = [width / 4, (width * 3) / 4, height / 4, (height * 3) / 4].map(Math.floor) as [
    number,
    number,
    number,
    number,
  ];
  return [at(left, top), at(right, top), at(left, bottom), at(right, bottom)];
}

function expectNear(found: number[][], expected: number[][], tolerance: number): void {
  const furthest = Math.max(...found.flatMap((colour, i) => colour.map((value, c) => Math.abs(value - expected[i]![c]!))));
  expect({ found, near: furthest <= tolerance }).toEqual({ found, near: true });
}

describe('an image', () => {
  const variants: Record<string, () => Promise<Buffer>> = {
    'a JPEG': () => drawn().jpeg({ quality: 100 }).toBuffer(),
    'a progressive JPEG': () => drawn().jpeg({ progressive: true, quality: 100 }).toBuffer(),
    'a PNG': () => drawn().png().toBuffer(),
    'a 16-bit PNG': () => drawn().toColourspace('rgb16').png().toBuffer(),
    'a palette PNG': () => drawn().png({ palette: true, colours: 8, dither: 0 }).toBuffer(),
    'an interlaced PNG': () => drawn().png({ progressive: true }).toBuffer(),
    'a PNG with full alpha': () => drawn().ensureAlpha(1).png().toBuffer(),
    'a lossless WebP': () => drawn().webp({ lossless: true }).toBuffer(),
    'a lossy WebP': () => drawn().webp({ quality: 100 }).toBuffer(),
  };
  test.each(Object.entries(variants))('%s comes as 8-bit RGB with its colours', async (_name, make) => {
    const opened = await openImage(await make(), LIMITS);
    expect(opened.properties).toMatchObject({ width: WIDTH, height: HEIGHT });
    const rgb = await opened.rgb({ width: 32, height: 16 });
    expect(rgb.length).toBe(32 * 16 * 3);
    expectNear(quarters(rgb, 32, 16), CORNERS, 12);
  });

  test('a CMYK JPEG comes as RGB with its colours, as far as inks reach', async () => {
    const opened = await openImage(await drawn().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(), LIMITS);
    const found = quarters(await opened.rgb({ width: 32, height: 32 }), 32, 32);
    expect(found.slice(0, 3).map((colour) => colour.indexOf(Math.max(...colour)))).toEqual([0, 1, 2]);
    expectNear(found.slice(3), CORNERS.slice(3), 12);
  });

  test.each([
    ['8-bit grey', () => drawn().greyscale().png().toBuffer()],
    ['16-bit grey', () => drawn().greyscale().toColourspace('grey16').png().toBuffer()],
    ['grey JPEG', () => drawn().greyscale().jpeg().toBuffer()],
  ])('%s comes as three equal channels', async (_name, make) => {
    const rgb = await (await openImage(await make(), LIMITS)).rgb({ width: 16, height: 16 });
    expect(rgb.length).toBe(16 * 16 * 3);
    for (const [red, green, blue] of quarters(rgb, 16, 16)) expect([green, blue]).toEqual([red, red]);
  });

  /** A transparent image with a bar of that grey across, whose edges are as hard or soft as text. */
  const bar = (grey: number, format: 'png' | 'webp') => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect x="4.5" y="12.5" width="55" height="6" fill="rgb(${grey},${grey},${grey})"/></svg>`;
    return sharp(Buffer.from(svg))[format]({ lossless: true }).toBuffer();
  };
  test.each([
    ['white', 255, 0],
    ['light', 220, 0],
    ['grey', 128, 255],
    ['black', 0, 255],
  ] as const)('a %s drawing on nothing keeps its contrast', async (_name, grey, background) => {
    for (const format of ['png', 'webp'] as const) {
      const pixels = await (await openImage(await bar(grey, format), LIMITS)).rgb({ width: 64, height: 32 });
      const at = (x: number, y: number) => pixels[(y * 64 + x) * 3];
      expect([at(0, 0), at(32, 16)]).toEqual([background, grey]);
    }
  });

  test('a drawing half in black and half in white lies on grey', async () => {
    const halves = await sharp(await bar(255, 'png'))
      .extend({ bottom: 32, background: '#0000' })
      .composite([{ input: await bar(0, 'png'), top: 32, left: 0 }])
      .png()
      .toBuffer();
    const pixels = await (await openImage(halves, LIMITS)).rgb({ width: 64, height: 64 });
    expect([0, 16, 48].map((y) => pixels[(y * 64 + 32) * 3])).toEqual([128, 255, 0]);
  });

  test('alpha lies over white', async () => {
    const clear = await drawn().ensureAlpha(0).png().toBuffer();
    const rgb = await (await openImage(clear, LIMITS)).rgb({ width: 8, height: 8 });
    expect([...new Set(rgb)]).toEqual([255]);
  });

  test('of an animated WebP the first frame is read', async () => {
    const frames = Buffer.concat([corners(), Buffer.alloc(WIDTH * HEIGHT * 3)]);
    const raw = { width: WIDTH, height: HEIGHT * 2, channels: 3 as const, pageHeight: HEIGHT };
    const animated = await sharp(frames, { raw })
      .webp({ lossless: true, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const opened = await openImage(animated, LIMITS);
    expect(opened.properties).toEqual({ width: WIDTH, height: HEIGHT, format: 'webp' });
    expectNear(quarters(await opened.rgb({ width: 32, height: 32 }), 32, 32), CORNERS, 6);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('with EXIF orientation %i is upright, and so are its measures', async (orientation) => {
    const stored = storedAs(orientation);
    const bytes = await sharp(stored.pixels, { raw: { width: stored.width, height: stored.height, channels: 3 } })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .withMetadata({ orientation })
      .toBuffer();
    const opened = await openImage(bytes, LIMITS);
    expect(opened.properties).toEqual({ width: WIDTH, height: HEIGHT, format: 'jpeg' });
    expectNear(quarters(await opened.rgb({ width: 32, height: 16 }), 32, 16), CORNERS, 12);
  });

  test('is known by its bytes alone', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'bmp'] as const)
      expect((await openImage(await testImage({ format }), LIMITS)).properties).toEqual({ width: 96, height: 64, format });
  });
});

/** The upright image as a camera with that orientation stores it. */
function storedAs(orientation: number): { pixels: Buffer; width: number; height: number } {
  const [right, bottom] = [WIDTH - 1, HEIGHT - 1];
  const places: Record<number, (x: number, y: number) => [number, number]> = {
    1: (x, y) => [x, y],
    2: (x, y) => [right - x, y],
    3: (x, y) => [right - x, bottom - y],
    4: (x, y) => [x, bottom - y],
    5: (x, y) => [y, x],
    6: (x, y) => [y, right - x],
    7: (x, y) => [bottom - y, right - x],
    8: (x, y) => [bottom - y, x],
  };
  const [width, height] = orientation > 4 ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
  const upright = corners();
  const pixels = Buffer.alloc(upright.length);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const [toX, toY] = places[orientation]!(x, y);
      upright.copy(pixels, (toY * width + toX) * 3, (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3);
    }
  return { pixels, width, height };
}
