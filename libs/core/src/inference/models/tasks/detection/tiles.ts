import type { Region } from '../../../media/images';
import type { Detail } from '../../runtime';
import type { InputSection } from '../../manifest';

type Size = { width: number; height: number };

/** One pass of a model over a part of the image. */
export interface Pass {
  region: Region;
  /** Pixels of the model's input for the longer side of the region. */
  size: number;
}

/** The part of the input size that `low` takes. */
const COARSE = 0.625;
/** The largest object that tiles are asked for, as a part of the input size; they overlap by as much, so that one has it whole. */
export const TILE_OBJECT = 0.32;
/** Tiles magnify the image at most by this factor. */
const MAX_MAGNIFICATION = 2;
/** Images whose longer side is more than this many times the input are searched at the finer scale too. */
const LARGE = 1.5;

/** The size of the input for the whole image. Models of a fixed input know one size only. */
export function wholeSize({ size, resize, multiple }: InputSection, detail: Detail): number {
  return detail === 'low' && resize === 'rect' ? Math.max(multiple, Math.round(size * COARSE)) : size;
}

/** The finer passes over an image: its parts at twice the scale, and of large images at four times the scale too. */
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
  // An input as large as the image allows has fewer seams; four times the usual pixels are still a small tensor.
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

/** Pixels of the longer side of the copy that the passes are cut out of: as fine as the finest needs it. */
export function finestSide(passes: readonly Pass[], image: Size): number {
  const scale = Math.max(0, ...passes.map(({ region, size }) => size / Math.max(region.width, region.height)));
  return Math.min(1, scale) * Math.max(image.width, image.height);
}
