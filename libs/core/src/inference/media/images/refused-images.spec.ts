import sharp from 'sharp';
import { testImage, pngClaiming, truncatedJpeg } from '../../../../../../test/harness/fixtures/images';
import type { PerceptError } from '../../../kernel/errors';
import { openImage } from './open-image';
import type { MediaLimits } from '../limits';

const LIMITS: MediaLimits = { maxBytes: 50 * 1024 * 1024, maxSide: 4096 };

const plain = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#808080' } });

async function refusal(bytes: Uint8Array, limits = LIMITS): Promise<PerceptError> {
  return openImage(bytes, limits).then(
    (opened) =>
      opened.rgb({ width: 8, height: 8 }).then(
        () => Promise.reject(new Error('was read')),
        (error: PerceptError) => error,
      ),
    (error: PerceptError) => error,
  );
}

describe('unusable images', () => {
  const others: [string, () => Buffer | Promise<Buffer>, RegExp][] = [
    ['nothing', () => Buffer.alloc(0), /empty/],
    ['a text', () => Buffer.from('not an image, whatever its name says'), /is text;/],
    ['a text that begins like a BMP', () => Buffer.from('BMW builds cars, this is a text'), /is text;/],
    ['a GIF', () => testImage({ format: 'gif' }), /a GIF/],
    ['a TIFF', () => plain().tiff().toBuffer(), /a TIFF/],
    ['an AVIF', () => plain().avif({ effort: 0 }).toBuffer(), /an AVIF/],
    ['a HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), /a HEIC/],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), /a PDF/],
    ['an SVG', () => Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), /an SVG/],
    ['a web page', () => Buffer.from('<!DOCTYPE html><html><body>404</body></html>'), /HTML/],
    ['a program', () => Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), /a program/],
    ['noise', () => Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 0, 200]), /unknown kind/],
    ['a truncated JPEG', truncatedJpeg, /JPEG is broken or cut off/],
    ['a JPEG of three bytes', () => Buffer.from([0xff, 0xd8, 0xff]), /JPEG is broken or cut off/],
    [
      'a truncated PNG',
      async () => (await testImage({ format: 'png', width: 300 })).subarray(0, 120),
      /PNG is broken or cut off/,
    ],
    ['a PNG of 0 × 0 pixels', () => pngClaiming(0, 0), /PNG is broken or cut off \(.*\w\)\.$/],
    [
      'a truncated WebP',
      async () => (await testImage({ format: 'webp', width: 300 })).subarray(0, 60),
      /WEBP is broken or cut off/,
    ],
  ];
  test.each(others)('%s is refused, and the reason says what it is', async (_name, make, reason) => {
    const error = await refusal(await make());
    expect(error).toMatchObject({ code: 'UNSUPPORTED_MEDIA', status: 400, details: { field: 'image' } });
    expect(error.details!.reason).toMatch(reason);
  });

  test.each([
    ['JPEG', 'jpeg', [0xff, 0xe1, 0, 2], [2, -2]],
    ['WebP', 'webp', [...Buffer.from('ABCD'), 0, 0, 0, 0], [Infinity]],
  ] as const)('a %s of very many segments is refused before the decoder keeps them', async (_name, format, segment, places) => {
    const image = await testImage({ format });
    const withSegments = (count: number, at: number) =>
      Buffer.concat([image.subarray(0, at), Buffer.alloc(segment.length * count, Buffer.from(segment)), image.subarray(at)]);
    for (const at of places) {
      const error = await refusal(withSegments(50_001, at));
      expect(error.code).toBe('UNSUPPORTED_MEDIA');
      expect(error.details!.reason).toMatch(/more than 50,000 segments/);
      await expect(openImage(withSegments(1_000, at), LIMITS)).resolves.toBeDefined();
    }
  });

  test('a PNG that claims 100,000 × 100,000 pixels is refused by its header, with the limit', async () => {
    const error = await refusal(await pngClaiming(100_000, 100_000));
    expect(error.code).toBe('UNSUPPORTED_MEDIA');
    expect(error.details!.reason).toMatch(/100000 × 100000 pixels.*4096/);
  });

  test('an image with one pixel too many on a side is refused, with the limit and its setting', async () => {
    const error = await refusal(await pngClaiming(4097, 16));
    expect(error.details!.reason).toMatch(/4097 × 16 pixels.* 4096: .*PERCEPT_MAX_SIDE/);
  });

  // Phones, a Retina screen, A4 at 350 dpi, and the largest square.
  test('an image within its sides is read, however many pixels it has in all', async () => {
    for (const [width, height] of [
      [4032, 3024],
      [3024, 4032],
      [4080, 3072],
      [3456, 2234],
      [2894, 4093],
      [4096, 4096],
    ]) {
      const bytes = await testImage({ width, height, format: 'png' });
      expect((await openImage(bytes, LIMITS)).properties).toMatchObject({ width, height });
    }
  });

  test('a JPEG whose data are lost half-way is refused, and one that is merely untidy is read', async () => {
    const pixels = Buffer.alloc(320 * 240 * 3);
    for (let at = 0; at < pixels.length; at++) pixels[at] = (at * at * 31) % 251;
    const jpeg = await sharp(pixels, { raw: { width: 320, height: 240, channels: 3 } })
      .jpeg()
      .toBuffer();
    const hurt = Buffer.concat([jpeg.subarray(0, jpeg.length >> 1), jpeg.subarray(-2)]);
    expect((await refusal(hurt)).details!.reason).toMatch(/JPEG is broken or cut off \(.*premature end/);
    const filledUp = Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(40, 1), jpeg.subarray(-2)]);
    await expect((await openImage(filledUp, LIMITS)).rgb({ width: 8, height: 8 })).resolves.toHaveLength(192);
  });

  test('one byte over the limit is too large', async () => {
    const bytes = await testImage();
    const error = await refusal(bytes, { ...LIMITS, maxBytes: bytes.length - 1 });
    expect(error).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413 });
    await expect(openImage(bytes, { ...LIMITS, maxBytes: bytes.length })).resolves.toBeDefined();
  });

  test('random damage gives pixels or a reason, never anything else', async () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % below;
    for (const format of ['jpeg', 'png', 'webp', 'bmp'] as const) {
      const whole = await testImage({ format });
      for (let round = 0; round < 40; round++) {
        const bytes = Buffer.from(whole.subarray(0, 1 + random(whole.length)));
        for (let hit = 0; hit < 4; hit++) bytes[random(bytes.length)] = random(256);
        const outcome = await openImage(bytes, LIMITS)
          .then((opened) => opened.rgb({ width: 8, height: 8 }))
          .then((rgb) => rgb.length)
          .catch((error: PerceptError) => error.code);
        expect([192, 'UNSUPPORTED_MEDIA']).toContain(outcome);
      }
    }
  });
});
