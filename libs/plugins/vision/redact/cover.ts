import type { Region, Size } from '@percept/sdk';

/** `fill` makes the region black, `mosaic` makes it a few large squares of one colour each. */
export const COVER_METHODS = ['fill', 'mosaic'] as const;
export type CoverMethod = (typeof COVER_METHODS)[number];

/**
 * Squares along the longer side of a region. With so few squares, faces cannot be told apart. A blur keeps the information that it
 * spreads, and programs can reverse it.
 */
const SQUARES = 5;

/** A region with a border on each side, inside the image; the border is a part of the region's size. */
export function widened({ x, y, width, height }: Region, border: number, image: Size): Region {
  const [left, top] = [Math.max(0, Math.floor(x - border * width)), Math.max(0, Math.floor(y - border * height))];
  const right = Math.min(image.width, Math.ceil(x + width * (1 + border)));
  const bottom = Math.min(image.height, Math.ceil(y + height * (1 + border)));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Replaces the pixels of a region: height × width × 3 bytes, R G B. */
export function cover(rgb: Uint8Array, image: Size, region: Region, method: CoverMethod): void {
  const side = method === 'fill' ? Infinity : Math.ceil(Math.max(region.width, region.height) / SQUARES);
  for (let y = region.y; y < region.y + region.height; y += side)
    for (let x = region.x; x < region.x + region.width; x += side) {
      const width = Math.min(side, region.x + region.width - x);
      const height = Math.min(side, region.y + region.height - y);
      paint(
        rgb,
        image.width,
        { x, y, width, height },
        method === 'fill' ? [0, 0, 0] : meanColour(rgb, image.width, { x, y, width, height }),
      );
    }
}

function paint(rgb: Uint8Array, row: number, { x, y, width, height }: Region, colour: readonly number[]): void {
  for (let line = y; line < y + height; line++)
    for (let at = (line * row + x) * 3, end = at + width * 3; at < end; at += 3) rgb.set(colour, at);
}

function meanColour(rgb: Uint8Array, row: number, { x, y, width, height }: Region): number[] {
  const sums = [0, 0, 0];
  for (let line = y; line < y + height; line++)
    for (let at = (line * row + x) * 3, end = at + width * 3; at < end; at++) sums[at % 3]! += rgb[at]!;
  // A picture begins at a multiple of three, so `at % 3` is the channel.
  return sums.map((sum) => Math.round(sum / (width * height)));
}
