import sharp from 'sharp';
import { readBmpHeader } from './bmp-header';
import { readBmpPixels } from './bmp-pixels';
import type { PictureFormat } from './picture';

const WHITE = '#ffffff';

/** One thread for each picture, since every worker has its own core; and no cache, since no picture comes twice. */
export function prepareDecoder(): void {
  sharp.concurrency(1);
  sharp.cache(false);
}

/** Width and height of the upright picture in pixels, from the header alone. @throws Error with the decoder's words. */
export async function measure(bytes: Uint8Array, format: PictureFormat): Promise<{ width: number; height: number }> {
  if (format === 'bmp') {
    const { width, height } = readBmpHeader(bytes);
    return { width, height };
  }
  // The limits are ours to judge, with the numbers in the answer.
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return { width: autoOrient.width, height: autoOrient.height };
}

/** See `Picture.rgb`. @throws Error with the decoder's words where the bytes are broken. */
export async function decode(
  bytes: Uint8Array,
  format: PictureFormat,
  size: { width: number; height: number },
): Promise<Uint8Array> {
  return reader(bytes, format)
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .removeAlpha()
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
