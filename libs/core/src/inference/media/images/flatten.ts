/**
 * Grey levels, 0 to 255, of the possible backgrounds for a transparent image. White comes first: most images are made for a white
 * page.
 */
const BACKGROUNDS = [255, 0, 128] as const;
/** A pixel that is nearer to the background than this is lost on it. */
const NEAR = 64;
/** The part of an image's edges that may be lost before another background is tried. */
const BEARABLE = 0.2;
/** The most pixels that are looked at to choose the background. */
const SAMPLES = 100_000;
/** The weight of an opaque pixel. It decides only in images without half-transparent pixels. */
const INSIDE = 0.01;

/**
 * Lays an image with transparency on white, or on black or grey if more of its edges would be lost on white: white letters must not
 * vanish. Half-transparent pixels count most, since there the image meets the background.
 * @param rgba R G B A of each pixel; it is overwritten.
 * @returns R G B of each pixel, in the same memory.
 */
export function flatten(rgba: Uint8Array): Uint8Array {
  const background = backgroundFor(rgba);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const alpha = rgba[from + 3]! / 255;
    const behind = background * (1 - alpha) + 0.5;
    rgba[to] = rgba[from]! * alpha + behind;
    rgba[to + 1] = rgba[from + 1]! * alpha + behind;
    rgba[to + 2] = rgba[from + 2]! * alpha + behind;
  }
  return rgba.subarray(0, (rgba.length / 4) * 3);
}

function backgroundFor(rgba: Uint8Array): number {
  const lost = BACKGROUNDS.map(() => 0);
  let total = 0;
  const step = Math.max(1, Math.floor(rgba.length / 4 / SAMPLES)) * 4;
  for (let at = 0; at < rgba.length; at += step) {
    const alpha = rgba[at + 3]! / 255;
    if (alpha === 0) continue;
    const weight = alpha * (1 - alpha + INSIDE);
    const grey = 0.2126 * rgba[at]! + 0.7152 * rgba[at + 1]! + 0.0722 * rgba[at + 2]!;
    total += weight;
    for (const [index, background] of BACKGROUNDS.entries()) if (Math.abs(grey - background) < NEAR) lost[index]! += weight;
  }
  if (lost[0]! <= total * BEARABLE) return BACKGROUNDS[0];
  return BACKGROUNDS[lost.indexOf(Math.min(...lost))]!;
}
