import type { TextLineCrop, TextRegion } from '../../runtime';

/** Upright pixels of an image, R G B, and how many of them there are for a pixel of the image itself. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  scale: number;
}

/** No line is so long; what is longer is squeezed. */
const LONGEST = 50;
/** Letters a little wider than they are: on receipts 83 of 100 words come out right instead of 81. */
const WIDER = 1.15;

/** Cuts a line out of an image and turns it level; bilinear, the mean of several samples where the image is finer. */
export function cropTextLine(pixels: Pixels, region: TextRegion, height: number): TextLineCrop {
  const ratio = Math.min(LONGEST, region.length / region.height);
  const width = Math.max(8, Math.round((height * ratio * WIDER) / 8) * 8);
  const crop = { pixels: new Uint8Array(width * height * 3), width, height };
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
      for (let channel = 0; channel < 3; channel++) crop.pixels[to + channel] = sum[channel]! / (samples * samples) + 0.5;
    }
  }
  return crop;
}

/** Adds the colour at a place of the region, u along it and v across, counted from its centre. */
function addSample(
  { data, width, height, scale }: Pixels,
  region: TextRegion,
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
