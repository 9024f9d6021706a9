import { PerceptError } from '../../../kernel';
import type { MediaLimits } from '../limits';
import { describeBytes, sniffImageFormat } from '../sniff';
import { fitWithin } from './decoded-image';
import type { Size } from './image';
import { checkBytes, readOr } from './open-image';
import { encodePreview, measure } from './pixels';

/** A preview allows images up to this many times the side limit, though they are too large for analysis. */
const LARGER = 2;

/** A small copy of a picture. */
export interface Preview {
  jpeg: Uint8Array;
  /** Pixels of the upright picture itself, in which results give their boxes. */
  size: Size;
}

/**
 * Makes a small copy of an image for viewing. A broken image shows as much as can be read; one too large for analysis is allowed.
 * @param side pixels of the longer side at most; a smaller image keeps its size.
 * @throws PerceptError UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE.
 */
export async function previewImage(
  bytes: Uint8Array,
  { side, limits, field }: { side: number; limits: MediaLimits; field: string },
): Promise<Preview> {
  checkBytes(bytes.length, limits.maxBytes, field);
  const format = sniffImageFormat(bytes);
  if (!format) throw PerceptError.unsupportedMedia(field, `it is ${describeBytes(bytes)}, which has no preview.`);
  const { size, encoded } = await readOr(field, format, () => measure(bytes, format));
  const { width, height } = size;
  if (Math.max(width, height) > LARGER * limits.maxSide)
    throw PerceptError.unsupportedMedia(field, `the image is ${width} × ${height} pixels: too large for a preview.`);
  return { jpeg: await readOr(field, format, () => encodePreview(encoded, fitWithin(size, side))), size };
}
