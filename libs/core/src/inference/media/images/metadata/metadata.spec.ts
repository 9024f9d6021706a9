import sharp from 'sharp';
import { testImage } from '../../../../../../../test/harness/fixtures/images';
import { openImage } from '../open-image';
import type { MediaLimits } from '../../limits';
import { cameraData } from './exif';

const LIMITS: MediaLimits = { maxBytes: 1e8, maxSide: 4096 };

/** IFD0 is the image's, IFD2 the photo's, IFD3 the place's directory. */
const WRITTEN = {
  IFD0: { Make: 'Percept Optics', Model: 'P1' },
  IFD2: {
    LensModel: 'P 35mm F2',
    ExposureTime: '1/250',
    FNumber: '28/10',
    ISOSpeedRatings: '200',
    FocalLength: '35/1',
    Flash: '25',
    DateTimeOriginal: '2024:05:31 18:04:59',
    OffsetTimeOriginal: '+02:00',
  },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '33/1 51/1 24/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '151/1 12/1 36/1',
  },
};
const SEEN = {
  camera_make: 'Percept Optics',
  camera_model: 'P1',
  lens_model: 'P 35mm F2',
  exposure_time: 0.004,
  f_number: 2.8,
  iso: 200,
  focal_length: 35,
  flash_fired: true,
  captured_at: '2024-05-31T18:04:59+02:00',
};

const photo = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
    .withExif(WRITTEN)
    .jpeg()
    .toBuffer();
const exifOf = async () => (await sharp(await photo()).metadata()).exif!;
const metadata = async (bytes: Uint8Array, limits = LIMITS) => (await openImage(bytes, limits)).metadata();

describe('metadata', () => {
  test('tells size, format and colours of the image, and what the camera wrote, but not the place', async () => {
    const bytes = await photo();
    expect(await metadata(bytes)).toEqual({
      width: 40,
      height: 30,
      format: 'jpeg',
      size_bytes: bytes.length,
      has_alpha: false,
      orientation: 1,
      color_space: 'srgb',
      exif: SEEN,
    });
  });

  test('tells the place if that is allowed', async () => {
    const { exif } = await metadata(await photo(), { ...LIMITS, showGps: true });
    expect(exif).toEqual({ ...SEEN, gps: { latitude: -33.856667, longitude: 151.21 } });
  });

  test('of a turned image is upright, with the orientation that it is stored in', async () => {
    expect(await metadata(await testImage({ width: 60, height: 20, orientation: 6 }))).toMatchObject({
      width: 20,
      height: 60,
      orientation: 6,
    });
  });

  test.each([
    [
      'a grey PNG',
      () =>
        sharp(Buffer.alloc(16, 9), { raw: { width: 4, height: 4, channels: 1 } })
          .toColourspace('b-w')
          .png(),
      { color_space: 'b-w' },
    ],
    [
      'a PNG with alpha',
      () => sharp({ create: { width: 4, height: 4, channels: 4, background: '#0000' } }).png(),
      { has_alpha: true },
    ],
    [
      'a CMYK JPEG',
      () =>
        sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
          .toColourspace('cmyk')
          .jpeg(),
      { color_space: 'cmyk' },
    ],
  ] as const)('of %s is that of the file', async (_, make, expected) => {
    expect(await metadata(await make().toBuffer())).toMatchObject({ orientation: 1, exif: {}, ...expected });
  });

  test('of a BMP is read too', async () => {
    expect(await metadata(await testImage({ format: 'bmp' }))).toMatchObject({ has_alpha: false, color_space: 'srgb', exif: {} });
  });
});

describe('camera data', () => {
  test('cut off anywhere does not throw', async () => {
    const exif = await exifOf();
    for (let length = 0; length < exif.length; length++) expect(() => cameraData(exif.subarray(0, length), true)).not.toThrow();
  });

  test('with any byte broken does not throw, and tells no place that is not on earth', async () => {
    const exif = await exifOf();
    for (let at = 0; at < exif.length; at++) {
      for (const value of [0, 0x7f, 0xff]) {
        const broken = Buffer.from(exif);
        broken[at] = value;
        const { gps } = cameraData(broken, true);
        if (gps) expect(Math.abs(gps.latitude) <= 90 && Math.abs(gps.longitude) <= 180).toBe(true);
      }
    }
  });

  test('that claims more values than a camera writes is not read', () => {
    // A directory of 200 entries that each claim all of the block: read in earnest it would take seconds and gigabytes.
    const block = Buffer.alloc(64_000);
    block.write('II*\0', 'latin1');
    block.writeUInt32LE(8, 4);
    block.writeUInt16LE(200, 8);
    for (let entry = 0; entry < 200; entry++) {
      const at = 10 + entry * 12;
      block.writeUInt16LE(1000 + entry, at);
      block.writeUInt16LE(1, at + 2);
      block.writeUInt32LE(63_000, at + 4);
    }
    expect(cameraData(block, true)).toEqual({});
  });

  test('names have no control characters and an end', async () => {
    const long = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Make: `A\u0007B${'x'.repeat(900)}` } })
      .jpeg()
      .toBuffer();
    const { exif } = await metadata(long);
    expect(exif.camera_make).toHaveLength(200);
    expect(exif.camera_make).toMatch(/^A B?x+$/);
  });
});
