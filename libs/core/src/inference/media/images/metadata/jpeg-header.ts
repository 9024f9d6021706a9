import type { Size } from '../image';
import { readOrientation } from './exif';

const EXIF = 'Exif\0\0';
const PROFILE = 'ICC_PROFILE\0';
/** Bytes before a profile that fits into one segment: its name, its number and how many there are. */
const PROFILE_HEAD = PROFILE.length + 2;

const [START_OF_SCAN, EXIF_SEGMENT, PROFILE_SEGMENT] = [0xda, 0xe1, 0xe2];
/** Baseline, extended and progressive Huffman coding. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Huffman and quantization tables, the restart interval, comments and applications' data. */
const isPlain = (marker: number) => [0xc4, 0xdb, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);

interface JpegHeader {
  /** Of the upright image, in pixels. */
  size: Size;
  /** The colour profile of an image in RGB. */
  profile?: Buffer;
}

/**
 * Reads the header of a JPEG as cameras and programs write it. The decoder needs fifty times as long for that, most of it to open
 * the file.
 * @returns undefined for a header that is broken or unusual in any way: the decoder must have a look.
 */
export function readJpegHeader(jpeg: Uint8Array): JpegHeader | undefined {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length);
  let stored: (Size & { inColour: boolean }) | undefined;
  let [orientation, profile]: [number | undefined, Buffer | undefined] = [undefined, undefined];
  for (let at = 2; at + 4 <= bytes.length;) {
    const [marker, end] = [bytes[at + 1]!, at + 2 + bytes.readUInt16BE(at + 2)];
    if (bytes[at] !== 0xff || end > bytes.length || end < at + 4) return undefined;
    const content = bytes.subarray(at + 4, end);
    const begins = (name: string) => content.toString('latin1', 0, name.length) === name;
    if (marker === START_OF_SCAN) return stored && upright(stored, orientation ?? 1, profile);
    if (FRAMES.includes(marker)) {
      if (stored || !(stored = frameOf(content))) return undefined;
    } else if (marker === EXIF_SEGMENT && begins(EXIF)) {
      if (orientation !== undefined || !(orientation = readOrientation(content))) return undefined;
    } else if (marker === PROFILE_SEGMENT && begins(PROFILE)) {
      if (profile || content[PROFILE_HEAD - 1] !== 1) return undefined;
      profile = content.subarray(PROFILE_HEAD);
    } else if (!isPlain(marker)) return undefined;
    at = end;
  }
  return undefined;
}

function frameOf(content: Buffer): (Size & { inColour: boolean }) | undefined {
  const [bits, components] = [content[0], content[5]];
  if (content.length < 6 || bits !== 8 || (components !== 1 && components !== 3)) return undefined;
  const [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)];
  return height > 0 && width > 0 ? { width, height, inColour: components === 3 } : undefined;
}

function upright({ width, height, inColour }: Size & { inColour: boolean }, orientation: number, profile?: Buffer): JpegHeader {
  // From 5 on, the image lies on its side.
  const size = orientation >= 5 ? { width: height, height: width } : { width, height };
  return { size, profile: inColour ? profile : undefined };
}
