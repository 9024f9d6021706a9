import type { ImageFormat } from '../formats';
import type { MediaLimits } from '../limits';
import { PerceptError } from '../../../kernel';
import { encodedImage } from './decoded-image';
import type { Image, Size } from './image';
import { decode, measure, readMetadata } from './pixels';
import { describeBytes, sniffImageFormat } from '../sniff';

/**
 * Reads the header of an image and checks the limits; no pixel is decoded.
 * @param field the request parameter with the bytes, for the errors.
 * @throws PerceptError PAYLOAD_TOO_LARGE; UNSUPPORTED_MEDIA naming what was found instead of an image, what is broken, or which
 * limit is passed.
 */
export async function openImage(bytes: Uint8Array, limits: MediaLimits, field = 'image'): Promise<Image> {
  checkBytes(bytes.length, limits.maxBytes, field);
  const format = sniffImageFormat(bytes);
  if (!format) {
    const found = describeBytes(bytes);
    throw PerceptError.unsupportedMedia(field, `what was sent is ${found}; JPEG, PNG, WebP and BMP images are read.`);
  }
  const { size, encoded } = await readOr(field, format, () => measure(bytes, format));
  checkSides(`the image is ${size.width} × ${size.height} pixels`, size, { limits, field });
  const properties = { ...size, format };
  return encodedImage(properties, bytes, {
    rgb: (target) => readOr(field, format, () => decode(encoded, target)),
    metadata: async () => {
      const header = await readOr(field, format, () => readMetadata(bytes, format, limits.showGps ?? false));
      return { ...properties, size_bytes: bytes.length, ...header };
    },
  });
}

/** @throws PerceptError PAYLOAD_TOO_LARGE. */
export function checkBytes(length: number, maxBytes: number, field: string): void {
  if (length <= maxBytes) return;
  const reason = `the media has ${length} bytes, the limit is ${maxBytes} (${Math.round(maxBytes / 1024 / 1024)} MB).`;
  throw new PerceptError('PAYLOAD_TOO_LARGE', `Cannot use '${field}': ${reason}`, { details: { field, reason } });
}

/** @param claim the size in words. @throws PerceptError UNSUPPORTED_MEDIA that names the setting. */
export function checkSides(
  claim: string,
  { width, height }: Size,
  { limits, field }: { limits: MediaLimits; field: string },
): void {
  if (Math.max(width, height) <= limits.maxSide) return;
  const remedy = 'scale it down, or raise PERCEPT_MAX_SIDE where you run Percept.';
  throw PerceptError.unsupportedMedia(field, `${claim}, and no side may have more than ${limits.maxSide}: ${remedy}`);
}

/** Returns the result of `read`. @throws PerceptError UNSUPPORTED_MEDIA with the message of `read` if it fails. */
export async function readOr<T>(field: string, format: ImageFormat, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = `the ${format.toUpperCase()} is broken or cut off (${message.split('\n')[0]!.replace(/[\s:]+$/, '')}).`;
    throw new PerceptError('UNSUPPORTED_MEDIA', `Cannot use '${field}': ${reason}`, { details: { field, reason }, cause: error });
  }
}
