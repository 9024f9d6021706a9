import type { Size } from './image';

/** Upright pixels of an image, R G B. `scale` is how many of them cover one pixel of the original, along a side. */
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
  /** If the region is bent, how far its middle lies beside its axis, both in pixels. @param along the axis, from its middle. */
  sagAt?: (along: number) => number;
}

/**
 * Cuts out a rotated region, levels and straightens it, with bilinear sampling; takes the mean of several samples where the image is finer.
 * Beyond the image its border pixels continue.
 * @returns height × width × 3 bytes of `size`, R G B.
 */
export function cropTurned(pixels: ScaledPixels, region: TurnedRegion, { width, height }: Size): Uint8Array {
  const crop = new Uint8Array(width * height * 3);
  const { centre, direction } = region;
  const { data, scale } = pixels;
  const samples = Math.max(1, Math.round((region.height * scale) / height / 2));
  const share = 1 / samples;
  const weight = share * share;
  const [stepX, stepY] = [region.length / width, region.height / height];
  const sags = sagsOf(region, width);
  const [edgeX, edgeY] = [pixels.width - 1, pixels.height - 1];
  const [lastLeft, lastTop] = [Math.max(0, edgeX - 1), Math.max(0, edgeY - 1)];
  const right = edgeX > 0 ? 3 : 0;
  const below = edgeY > 0 ? pixels.width * 3 : 0;
  const [alongX, alongY] = [direction.x * scale, direction.y * scale];
  const [centreX, centreY] = [centre.x * scale - 0.5, centre.y * scale - 0.5];
  // This runs for each pixel of each line of text, so it allocates nothing and divides nothing.
  for (let row = 0, to = 0; row < height; row++) {
    for (let column = 0; column < width; column++, to += 3) {
      let red = 0.5;
      let green = 0.5;
      let blue = 0.5;
      for (let down = 0.5; down < samples; down++) {
        const v = (row + down * share) * stepY - region.height / 2 + sags[column]!;
        for (let across = 0.5; across < samples; across++) {
          const u = (column + across * share) * stepX - region.length / 2;
          const x = Math.min(edgeX, Math.max(0, centreX + u * alongX - v * alongY));
          const y = Math.min(edgeY, Math.max(0, centreY + u * alongY + v * alongX));
          // Neither value is negative, so `| 0` rounds down.
          const left = Math.min(lastLeft, x | 0);
          const top = Math.min(lastTop, y | 0);
          const corner = (x - left) * (y - top) * weight;
          const beside = (x - left) * weight - corner;
          const lower = (y - top) * weight - corner;
          const own = weight - beside - lower - corner;
          const at = (top * pixels.width + left) * 3;
          const next = at + below;
          const b = at + right;
          const d = next + right;
          red += own * data[at]! + beside * data[b]! + lower * data[next]! + corner * data[d]!;
          green += own * data[at + 1]! + beside * data[b + 1]! + lower * data[next + 1]! + corner * data[d + 1]!;
          blue += own * data[at + 2]! + beside * data[b + 2]! + lower * data[next + 2]! + corner * data[d + 2]!;
        }
      }
      crop[to] = red;
      crop[to + 1] = green;
      crop[to + 2] = blue;
    }
  }
  return crop;
}

/** For each column of the crop, how far its middle lies beside the axis. */
function sagsOf({ sagAt, length }: TurnedRegion, width: number): Float64Array {
  const sags = new Float64Array(width);
  if (sagAt) for (let column = 0; column < width; column++) sags[column] = sagAt(((column + 0.5) / width - 0.5) * length);
  return sags;
}
