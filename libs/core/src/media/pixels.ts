import sharp from 'sharp';
import { readBmpHeader } from './bmp-header';
import { readBmpPixels } from './bmp-pixels';
import { cameraData } from './exif';
import type { PictureFormat, PictureMetadata, Region, Size } from './picture';

const WHITE = '#ffffff';

/** One thread for each picture, since every worker has its own core; and no cache, since no picture comes twice. */
export function prepareDecoder(): void {
  sharp.concurrency(1);
  sharp.cache(false);
}

/** Width and height of the upright picture in pixels, from the header alone. @throws Error with the decoder's words. */
export async function measure(bytes: Uint8Array, format: PictureFormat): Promise<Size> {
  if (format === 'bmp') {
    const { width, height } = readBmpHeader(bytes);
    return { width, height };
  }
  // The limits are ours to judge, with the numbers in the answer.
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return { width: autoOrient.width, height: autoOrient.height };
}

/** What the header says beyond the size. @param withPlace see `cameraData`. @throws Error with the decoder's words. */
export async function readMetadata(bytes: Uint8Array, format: PictureFormat, withPlace: boolean): Promise<Header> {
  if (format === 'bmp') {
    const [, , , alpha] = readBmpHeader(bytes).masks;
    return { has_alpha: alpha !== 0, orientation: 1, color_space: 'srgb', exif: {} };
  }
  const { hasAlpha, orientation = 1, space, exif } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const upright = orientation >= 1 && orientation <= 8 ? orientation : 1;
  return { has_alpha: hasAlpha, orientation: upright, color_space: space, exif: cameraData(exif, withPlace) };
}

type Header = Pick<PictureMetadata, 'has_alpha' | 'orientation' | 'color_space' | 'exif'>;

/** See `Picture.rgb`. @throws Error with the decoder's words where the bytes are broken. */
export async function decode(bytes: Uint8Array, format: PictureFormat, size: Size): Promise<Uint8Array> {
  return reader(bytes, format)
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** Pixels in memory: height × width × 3 bytes, R G B. */
export interface Pixels extends Size {
  rgb: Uint8Array;
}

/** A part of the pixels, scaled. */
export async function resample(pixels: Pixels, region: Region, size: Size): Promise<Uint8Array> {
  const raw = { width: pixels.width, height: pixels.height, channels: 3 as const };
  const part = { left: region.x, top: region.y, width: region.width, height: region.height };
  return sharp(pixels.rgb, { raw, limitInputPixels: false })
    .extract(part)
    .resize({ width: size.width, height: size.height, fit: 'fill' })
    .raw()
    .toBuffer();
}

function reader(bytes: Uint8Array, format: PictureFormat): sharp.Sharp {
  // The size was checked when the picture was opened.
  if (format !== 'bmp') return sharp(bytes, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
  const header = readBmpHeader(bytes);
  const raw = { width: header.width, height: header.height, channels: 4 as const };
  return sharp(readBmpPixels(bytes, header), { raw, limitInputPixels: false });
}
