import type { Size } from './image';

/** Upright pixels of an image, R G B, and how many of them there are for a pixel of the image itself. */
export interface ScaledPixels {
  data: Uint8Array;
  width: number;
  height: number;
  scale: number;
}

/** A rectangle at any angle, in pixels of the image. */
export interface TurnedRegion {
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
  const samples = Math.max(1, Math.round((region.height * pixels.scale) / height / 2));
  const [stepX, stepY] = [region.length / width, region.height / height];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const to = (row * width + column) * 3;
      const sum = [0, 0, 0];
      for (let i = 0; i < samples * samples; i++) {
        const u = (column + ((i % samples) + 0.5) / samples) * stepX - region.length / 2;
        const v = (row + (Math.floor(i / samples) + 0.5) / samples) * stepY - region.height / 2;
        addSample(pixels, region, { u, v }, sum);
      }
      for (let channel = 0; channel < 3; channel++) crop[to + channel] = sum[channel]! / (samples * samples) + 0.5;
    }
  }
  return crop;
}

/** Adds the colour at a place of the region, u along it and v across, counted from its centre. */
function addSample(
  { data, width, height, scale }: ScaledPixels,
  region: TurnedRegion,
  { u, v }: { u: number; v: number },
  sum: number[],
) {
  const { centre, direction } = region;
  const x = (centre.x + u * direction.x - v * direction.y) * scale - 0.5;
  const y = (centre.y + u * direction.y + v * direction.x) * scale - 0.5;
  const left = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(y)));
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const fx = Math.min(1, Math.max(0, x - left));
  const fy = Math.min(1, Math.max(0, y - top));
  for (let channel = 0; channel < 3; channel++) {
    const at = (px: number, py: number) => data[(py * width + px) * 3 + channel]!;
    const upper = at(left, top) * (1 - fx) + at(right, top) * fx;
    const lower = at(left, bottom) * (1 - fx) + at(right, bottom) * fx;
    sum[channel]! += upper * (1 - fy) + lower * fy;
  }
}
