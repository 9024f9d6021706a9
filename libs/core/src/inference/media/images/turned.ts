import type { Size } from './image';

/** Upright pixels of an image, R G B, and how many of them there are for a pixel of the image itself. */
export interface ScaledPixels {
  data: Uint8Array;
  width: number;
  height: number;
  scale: number;
}

/** A rectangle at any angle, in pixels of the image. */
interface TurnedRegion {
  centre: { x: number; y: number };
  /** Unit vector along the region's length. */
  direction: { x: number; y: number };
  /** Pixels along the direction. */
  length: number;
  /** Pixels across the direction. */
  height: number;
}

/**
 * Cuts a turned region out and turns it level; bilinear, the mean of several samples where the image is finer. Outside of the
 * image its border goes on.
 * @returns height × width × 3 bytes of `size`, R G B.
 */
export function cropTurned(pixels: ScaledPixels, region: TurnedRegion, { width, height }: Size): Uint8Array {
  const crop = new Uint8Array(width * height * 3);
  const { centre, direction } = region;
  const { data, scale } = pixels;
  const samples = Math.max(1, Math.round((region.height * scale) / height / 2));
  const count = samples * samples;
  const [stepX, stepY] = [region.length / width, region.height / height];
  // This runs for each pixel of each line of text, so it allocates nothing.
  for (let row = 0, to = 0; row < height; row++) {
    for (let column = 0; column < width; column++, to += 3) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let i = 0; i < count; i++) {
        const u = (column + ((i % samples) + 0.5) / samples) * stepX - region.length / 2;
        const v = (row + (Math.floor(i / samples) + 0.5) / samples) * stepY - region.height / 2;
        const x = (centre.x + u * direction.x - v * direction.y) * scale - 0.5;
        const y = (centre.y + u * direction.y + v * direction.x) * scale - 0.5;
        const left = Math.min(pixels.width - 1, Math.max(0, Math.floor(x)));
        const top = Math.min(pixels.height - 1, Math.max(0, Math.floor(y)));
        const fx = Math.min(1, Math.max(0, x - left));
        const fy = Math.min(1, Math.max(0, y - top));
        const at = (top * pixels.width + left) * 3;
        const right = left + 1 < pixels.width ? 3 : 0;
        const below = top + 1 < pixels.height ? pixels.width * 3 : 0;
        const under = at + below;
        red += between(between(data[at]!, data[at + right]!, fx), between(data[under]!, data[under + right]!, fx), fy);
        green += between(
          between(data[at + 1]!, data[at + right + 1]!, fx),
          between(data[under + 1]!, data[under + right + 1]!, fx),
          fy,
        );
        blue += between(
          between(data[at + 2]!, data[at + right + 2]!, fx),
          between(data[under + 2]!, data[under + right + 2]!, fx),
          fy,
        );
      }
      crop[to] = red / count + 0.5;
      crop[to + 1] = green / count + 0.5;
      crop[to + 2] = blue / count + 0.5;
    }
  }
  return crop;
}

const between = (first: number, second: number, share: number) => first * (1 - share) + second * share;
