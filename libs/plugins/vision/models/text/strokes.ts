import type { TextLineCrop } from '@percept/sdk/models';

/** Marks above and below the letters, and neighbouring lines, lie outside this part of a strip's height. */
const INSIDE = { top: 0.2, bottom: 0.8 };
/** A part has strokes if its contrast is at least this share of the contrast of the line's strokes. */
const STROKES = 0.5;
/** Quantile of the parts' contrasts that counts as the contrast of the line's strokes. */
const HIGH = 0.9;

interface Part {
  top: number;
  bottom: number;
}

/**
 * Cuts a strip into this many equal parts, from left to right.
 * @returns whether each part has strokes in this part of the height.
 */
export function findStrokes(crop: TextLineCrop, parts: number, inside: Part = INSIDE): boolean[] {
  const contrasts = contrastOf(crop, parts, inside);
  const least = STROKES * contrasts.toSorted()[Math.floor(parts * HIGH)]!;
  return Array.from(contrasts, (contrast) => contrast >= least);
}

/** The difference between the brightest and the darkest pixel of each part. */
function contrastOf({ pixels, width, height }: TextLineCrop, parts: number, { top, bottom }: Part): Float32Array {
  const [low, high] = [new Uint8Array(width).fill(255), new Uint8Array(width)];
  // Row by row, as the pixels lie in memory.
  for (let y = Math.round(height * top); y < height * bottom; y++) {
    for (let x = 0, at = y * width * 3 + 1; x < width; x++, at += 3) {
      const green = pixels[at]!;
      if (green < low[x]!) low[x] = green;
      if (green > high[x]!) high[x] = green;
    }
  }
  const contrasts = new Float32Array(parts);
  for (let part = 0; part < parts; part++) {
    const from = Math.floor((part * width) / parts);
    const to = Math.max(from + 1, Math.floor(((part + 1) * width) / parts));
    let [darkest, brightest] = [255, 0];
    for (let x = from; x < to; x++) {
      if (low[x]! < darkest) darkest = low[x]!;
      if (high[x]! > brightest) brightest = high[x]!;
    }
    contrasts[part] = brightest - darkest;
  }
  return contrasts;
}
