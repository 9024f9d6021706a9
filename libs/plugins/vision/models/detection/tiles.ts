import type { Region } from '@percept/sdk';
import type { Detail, InputSection } from '@percept/sdk/models';

type Size = { width: number; height: number };

/** One pass of a model over a part of the image. */
export interface Pass {
  region: Region;
  /** The region's longer side in pixels of the model's input. */
  size: number;
}

/** The share of the input size that `low` uses. */
const COARSE = 0.625;
/**
 * The largest object that is sought in tiles, as a share of the input size. Tiles overlap by this size, so that such an object is
 * whole in one of them.
 */
export const TILE_OBJECT = 0.32;
/** Tiles magnify the image at most by this factor. */
const MAX_MAGNIFICATION = 2;
/** Images whose longer side is more than this many times the input are also searched at the finer scale. */
const LARGE = 1.5;

/** The input size for the whole image. Models with a fixed input have only one size. */
export function wholeSize({ size, resize, multiple }: InputSection, detail: Detail): number {
  return detail === 'low' && resize === 'rect' ? Math.max(multiple, Math.round(size * COARSE)) : size;
}

/** The finer passes over an image: tiles at twice the scale, and for large images also at four times. */
export function tilePasses(input: InputSection, image: Size): Pass[] {
  const long = Math.max(image.width, image.height);
  const scales = long > LARGE * input.size ? [2, 4] : [2];
  return scales
    .map((scale) => Math.min(scale * input.size, MAX_MAGNIFICATION * long))
    .filter((target) => target > input.size)
    .flatMap((target) => tilesAt(input, image, target / long));
}

/** @param scale pixels of the input for a pixel of the image. */
function tilesAt({ size, resize }: InputSection, image: Size, scale: number): Pass[] {
  // A larger input, where the model allows it, has fewer seams; four times the usual pixels are still a small tensor.
  const side = (resize === 'rect' ? 2 * size : size) / scale;
  const overlap = (TILE_OBJECT * size) / scale;
  const columns = spans(image.width, side, overlap);
  const rows = spans(image.height, side, overlap);
  return rows.flatMap(([y, height]) =>
    columns.map(([x, width]) => ({ region: { x, y, width, height }, size: Math.round(Math.max(width, height) * scale) })),
  );
}

/** The fewest spans of at most `side` that cover `length` and overlap by at least `overlap`: start and length of each. */
function spans(length: number, side: number, overlap: number): [number, number][] {
  if (length <= side) return [[0, length]];
  const count = Math.ceil((length - overlap) / (side - overlap));
  const each = Math.min(length, Math.ceil(side));
  return Array.from({ length: count }, (_, index) => [Math.round(((length - each) * index) / (count - 1)), each]);
}

/** The longer side, in pixels, of the copy that the passes are cut from: fine enough for the finest pass. */
export function finestSide(passes: readonly Pass[], image: Size): number {
  const scale = Math.max(0, ...passes.map(({ region, size }) => size / Math.max(region.width, region.height)));
  return Math.min(1, scale) * Math.max(image.width, image.height);
}
