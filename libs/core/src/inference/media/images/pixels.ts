import type { ImageFormat } from '../formats';
import library from 'sharp';
import { overlay, type LabelledBox } from './annotations/overlay';
import { readBmpHeader } from './bmp/bmp-header';
import { readBmpPixels } from './bmp/bmp-pixels';
import { cameraData } from './metadata/exif';
import { checkSegments } from './metadata/many-segments';
import { readJpegHeader } from './metadata/jpeg-header';
import type { ImageMetadata, Region, Size } from './image';
import { flatten } from './flatten';
import { isSrgbProfile } from './metadata/srgb-profile';

const PREVIEW_QUALITY = 80;
/**
 * libjpeg's warnings of missing image data. Its other warnings concern files that are merely untidy: cameras fill up the end, or
 * number the scans wrongly.
 */
const LOST_DATA = /premature end|bad (Huffman|arithmetic) code|instead of RST/;

let decoder: typeof library | undefined;

/** One thread for each image, since every worker has its own core; and no cache, since no image occurs twice. */
function prepareDecoder(): typeof library {
  library.concurrency(1);
  library.cache(false);
  return library;
}

/** Loads sharp for the first image. */
const sharp = (...of: Parameters<typeof library>): library.Sharp => (decoder ??= prepareDecoder())(...of);

/** An encoded image, with what is known before decoding. */
interface Encoded {
  bytes: Uint8Array;
  format: ImageFormat;
  /** Whether the colour profile changes no colours. */
  plainColours: boolean;
}

/** Reads the header alone. @returns the size of the upright image. @throws Error with the decoder's words. */
export async function measure(bytes: Uint8Array, format: ImageFormat): Promise<{ size: Size; encoded: Encoded }> {
  if (format === 'bmp') {
    const { width, height } = readBmpHeader(bytes);
    return { size: { width, height }, encoded: { bytes, format, plainColours: true } };
  }
  checkSegments(bytes, format);
  const header = format === 'jpeg' ? readJpegHeader(bytes) : undefined;
  if (header) {
    const plainColours = header.profile !== undefined && isSrgbProfile(header.profile);
    return { size: header.size, encoded: { bytes, format, plainColours } };
  }
  // We check the limits ourselves, so that the answer can name the numbers.
  const { autoOrient, space, icc } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const plainColours = space === 'srgb' && icc !== undefined && isSrgbProfile(icc);
  return { size: { width: autoOrient.width, height: autoOrient.height }, encoded: { bytes, format, plainColours } };
}

/** Reads the header's data other than the size. @param withGps see `cameraData`. @throws Error with the decoder's words. */
export async function readMetadata(bytes: Uint8Array, format: ImageFormat, withGps: boolean): Promise<Header> {
  if (format === 'bmp') {
    const [, , , alpha] = readBmpHeader(bytes).masks;
    return { has_alpha: alpha !== 0, orientation: 1, color_space: 'srgb', exif: {} };
  }
  const { hasAlpha, orientation = 1, space, exif } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const upright = orientation >= 1 && orientation <= 8 ? orientation : 1;
  return { has_alpha: hasAlpha, orientation: upright, color_space: space, exif: cameraData(exif, withGps) };
}

type Header = Pick<ImageMetadata, 'has_alpha' | 'orientation' | 'color_space' | 'exif'>;

/** See `Image.rgb`. @throws Error with the decoder's words where the bytes are broken. */
export async function decode(encoded: Encoded, size: Size): Promise<Uint8Array> {
  if (encoded.format !== 'jpeg') return decodeWith(encoded, size, 'error');
  try {
    return await decodeWith(encoded, size, 'warning');
  } catch (error) {
    if (LOST_DATA.test(String(error))) throw error;
    return decodeWith(encoded, size, 'error');
  }
}

async function decodeWith(encoded: Encoded, size: Size, failOn: FailOn): Promise<Uint8Array> {
  const { data, info } = await reader(encoded, failOn)
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return info.channels === 4 ? flatten(data) : data;
}

/** How many pages a TIFF has. @throws Error with the decoder's words. */
export async function countPages(bytes: Uint8Array): Promise<number> {
  return (await sharp(bytes, { limitInputPixels: false }).metadata()).pages ?? 1;
}

/** A page of a TIFF, upright, at the size that `sizeFor` gives for its own. @throws Error with the decoder's words. */
export async function decodePage(
  bytes: Uint8Array,
  page: number,
  sizeFor: (whole: Size) => Size,
): Promise<{ size: Size; pixels: PixelBuffer }> {
  const options = { page, failOn: 'error', limitInputPixels: false, sequentialRead: true } as const;
  const { autoOrient } = await sharp(bytes, options).metadata();
  const size = { width: autoOrient.width, height: autoOrient.height };
  const scaled = sizeFor(size);
  const { data, info } = await sharp(bytes, options)
    .autoOrient()
    .resize({ ...scaled, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { size, pixels: { ...scaled, rgb: info.channels === 4 ? flatten(data) : data } };
}

/** Pixels in memory: height × width × 3 bytes, R G B. */
export interface PixelBuffer extends Size {
  rgb: Uint8Array;
}

/** Cuts a region out of the pixels and scales it. */
export async function resample(pixels: PixelBuffer, region: Region, size: Size): Promise<Uint8Array> {
  const raw = { width: pixels.width, height: pixels.height, channels: 3 as const };
  const part = { left: region.x, top: region.y, width: region.width, height: region.height };
  return sharp(pixels.rgb, { raw, limitInputPixels: false })
    .extract(part)
    .resize({ width: size.width, height: size.height, fit: 'fill' })
    .raw()
    .toBuffer();
}

/** Encodes the pixels as a JPEG, with an SVG of the same size on top. */
export async function encodeWithOverlay({ rgb, width, height }: PixelBuffer, svg: string): Promise<Uint8Array> {
  return sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

/**
 * Encodes pixels (height × width × 3 bytes, row by row, in the order R G B) as an image without metadata.
 * @param boxes drawn on top, each with its label, without the system's fonts.
 * @throws RangeError when the bytes do not fit the size.
 */
export async function encodeImage(
  rgb: Uint8Array,
  { width, height }: Size,
  format: 'jpeg' | 'png' = 'jpeg',
  boxes: readonly LabelledBox[] = [],
): Promise<Uint8Array> {
  if (rgb.length !== width * height * 3)
    throw new RangeError(`An image of ${width} × ${height} pixels has ${width * height * 3} bytes, not ${rgb.length}.`);
  const raw = sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false });
  if (boxes.length > 0)
    raw.composite([{ input: Buffer.from(overlay(boxes, { width, height }, { width, height })) }]).removeAlpha();
  return format === 'png' ? raw.png().toBuffer() : raw.jpeg({ quality: 90 }).toBuffer();
}

/** Encodes the pixels as a JPEG. */
export async function encodeJpeg({ rgb, width, height }: PixelBuffer): Promise<Uint8Array> {
  return sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .jpeg({ quality: PREVIEW_QUALITY })
    .toBuffer();
}

/** Encodes the upright image as a JPEG of the given size. A truncated file shows as much as it has. @throws Error as `decode`. */
export async function encodePreview(encoded: Encoded, size: Size): Promise<Uint8Array> {
  return encodeJpeg({ ...size, rgb: await decodeWith(encoded, size, 'none') });
}

type FailOn = 'warning' | 'error' | 'none';

function reader({ bytes, format, plainColours }: Encoded, failOn: FailOn): library.Sharp {
  // The size was checked when the image was opened.
  const options = { failOn, limitInputPixels: false, sequentialRead: true, ignoreIcc: plainColours } as const;
  if (format !== 'bmp') return sharp(bytes, options);
  const header = readBmpHeader(bytes);
  const raw = { width: header.width, height: header.height, channels: 4 as const };
  const pixels = sharp(readBmpPixels(bytes, header), { raw, limitInputPixels: false });
  return header.masks[3] === 0 ? pixels.removeAlpha() : pixels;
}
