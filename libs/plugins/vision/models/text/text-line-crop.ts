import { cropTurned } from '@percept/sdk';
import type { ScaledPixels, TextLineCrop, TextRegion } from '@percept/sdk/models';
import { sagAt } from './bent-line';

export type CropPixels = ScaledPixels;

/** Maximum length of a strip, in heights. A line of 24 px across an image of 4,096 has no more; a longer one is squeezed. */
const LONGEST = 140;
/** Letters are stretched a little: on receipts 83 of 100 words come out right instead of 81. */
const WIDER = 1.15;
/**
 * A strip extends beyond each end of the found line by this many heights, since the full stop is often missing. Chosen on lines of
 * words from dictionaries; `eval ocr` renders other sentences in other fonts.
 */
const BEYOND_ENDS = 0.14;

/** The region that is read for a line: it includes the marks above and the sign that ends the line. */
export const aroundLine = (line: TextRegion, taller: number): TextRegion => ({
  ...line,
  length: line.length + 2 * BEYOND_ENDS * line.height,
  height: line.height * taller,
});

/** Cuts a strip out of an image, turned level and straight; as `cropTurned` does. */
export function cropTextLine(pixels: CropPixels, strip: TextRegion, height: number, wider = WIDER): TextLineCrop {
  const ratio = Math.min(LONGEST, strip.length / strip.height);
  const width = Math.max(8, Math.round((height * ratio * wider) / 8) * 8);
  const { bend } = strip;
  const region = bend ? { ...strip, sagAt: (along: number) => sagAt(bend, along) } : strip;
  return { pixels: cropTurned(pixels, region, { width, height }), width, height };
}

/** Turns the strip upside down. */
export function upended({ pixels, width, height }: TextLineCrop): TextLineCrop {
  const rotated = new Uint8Array(pixels.length);
  const count = width * height;
  for (let from = 0; from < count; from++) {
    rotated.set(pixels.subarray(from * 3, from * 3 + 3), (count - 1 - from) * 3);
  }
  return { pixels: rotated, width, height };
}

/** The beginning of a strip; a shorter strip is filled up with grey. */
export function paddedTo({ pixels, width, height }: TextLineCrop, wanted: number): TextLineCrop {
  const padded = new Uint8Array(wanted * height * 3).fill(127);
  for (let row = 0; row < height; row++) {
    const kept = Math.min(width, wanted);
    padded.set(pixels.subarray(row * width * 3, (row * width + kept) * 3), row * wanted * 3);
  }
  return { pixels: padded, width: wanted, height };
}
