import { cropTurned, type ScaledPixels } from '../../../media/images';
import type { TextLineCrop, TextRegion } from '../../runtime';

export type Pixels = ScaledPixels;

/** No line is so long; what is longer is squeezed. */
const LONGEST = 50;
/** Letters a little wider than they are: on receipts 83 of 100 words come out right instead of 81. */
const WIDER = 1.15;

/** Cuts a line out of an image and turns it level; as `cropTurned` does. */
export function cropTextLine(pixels: Pixels, region: TextRegion, height: number): TextLineCrop {
  const ratio = Math.min(LONGEST, region.length / region.height);
  const width = Math.max(8, Math.round((height * ratio * WIDER) / 8) * 8);
  return { pixels: cropTurned(pixels, region, { width, height }), width, height };
}

/** The same strip on its head. */
export function upended({ pixels, width, height }: TextLineCrop): TextLineCrop {
  const rotated = new Uint8Array(pixels.length);
  const count = width * height;
  for (let from = 0; from < count; from++) {
    rotated.set(pixels.subarray(from * 3, from * 3 + 3), (count - 1 - from) * 3);
  }
  return { pixels: rotated, width, height };
}

/** The beginning of a strip, filled up with grey if it is shorter. */
export function paddedTo({ pixels, width, height }: TextLineCrop, wanted: number): TextLineCrop {
  const padded = new Uint8Array(wanted * height * 3).fill(127);
  for (let row = 0; row < height; row++) {
    const kept = Math.min(width, wanted);
    padded.set(pixels.subarray(row * width * 3, (row * width + kept) * 3), row * wanted * 3);
  }
  return { pixels: padded, width: wanted, height };
}
