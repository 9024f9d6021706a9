import type { ImageFormat } from '../../formats';

/** The decoder takes up to 300 bytes for each. 50 MB of noise in a JPEG have some 13,000, and 10,000 frames as many chunks. */
const MAX_SEGMENTS = 50_000;
const COMMENT = 0xfe;
const [FIRST_CHUNK, CHUNK_HEAD] = [12, 8];

/**
 * Refuses a JPEG or WebP of millions of empty segments of metadata, for which the decoder would take gigabytes. PNG's decoder has a
 * limit of its own.
 * @throws Error.
 */
export function checkSegments(bytes: Uint8Array, format: ImageFormat): void {
  const count = format === 'jpeg' ? countInJpeg(bytes) : format === 'webp' ? countInWebp(bytes) : 0;
  if (count > MAX_SEGMENTS) throw new Error(`it has more than ${MAX_SEGMENTS.toLocaleString('en')} segments of metadata`);
}

/** Applications' data and comments, anywhere in the file: a marker like theirs is never part of the pixels. */
function countInJpeg(jpeg: Uint8Array): number {
  let count = 0;
  for (let at = jpeg.indexOf(0xff); at >= 0 && count <= MAX_SEGMENTS; at = jpeg.indexOf(0xff, at + 1)) {
    const marker = jpeg[at + 1]!;
    if (marker === COMMENT || (marker >= 0xe0 && marker <= 0xef)) count++;
  }
  return count;
}

function countInWebp(webp: Uint8Array): number {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.length);
  let count = 0;
  for (let at = FIRST_CHUNK; at + CHUNK_HEAD <= webp.length && count <= MAX_SEGMENTS; count++) {
    const size = view.getUint32(at + 4, true);
    at += CHUNK_HEAD + size + (size % 2);
  }
  return count;
}
