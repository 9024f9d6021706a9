import type { TextLineCrop } from '../../runtime';

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
export function strokesOf(crop: TextLineCrop, parts: number, inside: Part = INSIDE): boolean[] {
  const contrasts = contrastOf(crop, parts, inside);
  const least = STROKES * contrasts.toSorted()[Math.floor(parts * HIGH)]!;
  return Array.from(contrasts, (contrast) => contrast >= least);
}

/** The difference between the brightest and the darkest pixel of each part. */
function contrastOf({ pixels, width, height }: TextLineCrop, parts: number, { top, bottom }: Part): Float32Array {
  const contrasts = new Float32Array(parts);
  for (let part = 0; part < parts; part++) {
    const from = Math.floor((part * width) / parts);
    const to = Math.max(from + 1, Math.floor(((part + 1) * width) / parts));
    let [low, high] = [255, 0];
    for (let y = Math.round(height * top); y < height * bottom; y++) {
      for (let x = from; x < to; x++) {
        const green = pixels[(y * width + x) * 3 + 1]!;
        if (green < low) low = green;
        if (green > high) high = green;
      }
    }
    contrasts[part] = high - low;
  }
  return contrasts;
}
