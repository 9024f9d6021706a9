import sharp from 'sharp';
import { openImage } from '../open-image';
import { isSrgbProfile } from './srgb-profile';

const LIMITS = { maxBytes: 1e6, maxSide: 4096 };
const SRGB = { rXYZ: [0.4361, 0.2225, 0.0139], gXYZ: [0.3851, 0.7169, 0.0971], bXYZ: [0.1431, 0.0606, 0.7141] };
const ADOBE = { rXYZ: [0.6097, 0.3111, 0.0195], gXYZ: [0.2053, 0.6257, 0.0609], bXYZ: [0.1492, 0.0632, 0.7446] };
const srgb = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const gamma22 = (value: number) => value ** 2.2;

const fixed = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
};
const tag = (type: string, ...parts: Buffer[]) => Buffer.concat([Buffer.from(type), Buffer.alloc(4), ...parts]);

function table(curve: (value: number) => number, samples: number): Buffer {
  const bytes = Buffer.alloc(4 + 2 * samples);
  bytes.writeUInt32BE(samples);
  for (let at = 0; at < samples; at++) bytes.writeUInt16BE(Math.round(curve(at / (samples - 1)) * 65_535), 4 + 2 * at);
  return tag('curv', bytes);
}

/** A display profile as scanners, cameras and editors write them. */
function profile(primaries: Record<string, number[]>, curve: Buffer, more: Record<string, Buffer> = {}): Buffer {
  const columns = Object.entries(primaries).map(([name, values]): [string, Buffer] => [name, tag('XYZ ', ...values.map(fixed))]);
  const tags = [...columns, ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, curve]), ...Object.entries(more)];
  const head = Buffer.alloc(128 + 4 + 12 * tags.length);
  head.write('mntrRGB XYZ ', 12);
  head.writeUInt32BE(tags.length, 128);
  let offset = head.length;
  tags.forEach(([name, { length }], i) => {
    head.write(name, 132 + 12 * i);
    head.writeUInt32BE(offset, 136 + 12 * i);
    head.writeUInt32BE(length, 140 + 12 * i);
    offset += length;
  });
  return Buffer.concat([head, ...tags.map(([, bytes]) => bytes)]);
}

const drawn = () => sharp({ create: { width: 16, height: 16, channels: 3, background: '#e04020' } });

describe('a colour profile that says sRGB', () => {
  test.each([
    ['a table of 1024 steps', profile(SRGB, table(srgb, 1024))],
    ['a table of 4096 steps', profile(SRGB, table(srgb, 4096))],
  ])('is known with %s', (_how, bytes) => expect(isSrgbProfile(bytes)).toBe(true));

  test('is known as a formula, as libvips writes it', async () => {
    const { icc } = await sharp(await drawn().withIccProfile('srgb').jpeg().toBuffer()).metadata();
    expect(isSrgbProfile(icc!)).toBe(true);
  });

  test.each([
    ['a plain gamma of 2.2', profile(SRGB, table(gamma22, 1024))],
    ['primaries of Adobe RGB', profile(ADOBE, table(srgb, 1024))],
    ['no primaries', profile({}, table(srgb, 1024))],
    ['a table for a perceptual intent', profile(SRGB, table(srgb, 1024), { A2B0: tag('mft2') })],
    ['a curve of one value', profile(SRGB, tag('curv', Buffer.from([0, 0, 0, 1, 2, 51])))],
    ['no bytes', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(4096)],
    ['ones', Buffer.alloc(4096, 255)],
  ])('is not taken for one with %s', (_how, bytes) => expect(isSrgbProfile(bytes)).toBe(false));

  test('is never taken for one when it is cut off, nor does that throw', () => {
    const whole = profile(SRGB, table(srgb, 64));
    for (let length = 0; length < whole.length; length++) expect(isSrgbProfile(whole.subarray(0, length))).toBe(false);
  });

  test('leaves the colours as they are; another profile is heeded', async () => {
    const first = async (bytes: Buffer) =>
      [...(await (await openImage(bytes, LIMITS)).rgb({ width: 8, height: 8 })).subarray(0, 3)] as number[];
    const [plain, same] = [
      await first(await drawn().png().toBuffer()),
      await first(await drawn().withIccProfile('srgb').png().toBuffer()),
    ];
    expect(same).toEqual(plain);
    // The file holds P3's numbers for the same colour, which are not its numbers in sRGB.
    const wide = await drawn().withIccProfile('p3').png().toBuffer();
    const stored = [...(await sharp(wide, { ignoreIcc: true }).raw().toBuffer()).subarray(0, 3)];
    const furthest = (colour: number[]) => Math.max(...colour.map((value, c) => Math.abs(value - plain[c]!)));
    expect(furthest(stored)).toBeGreaterThan(8);
    expect(furthest(await first(wide))).toBeLessThan(4);
  });
});
