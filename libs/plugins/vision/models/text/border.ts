import type { TextRegion } from '@percept/sdk/models';

interface Size {
  width: number;
  height: number;
}

/** Pixels of the longer side: an image up to the first is small, one above the second is a page. */
const [SMALL, PAGE] = [320, 900];
/**
 * An image at least this many times as long as high has the shape of a line. The second value holds for an image as large as a
 * page.
 */
const LINE = { image: 2, page: 4 };
/** Largest distance to the next row, as a share of the height of a row. */
const NEXT_ROW = 1.5;
/** Text covers less than this share of a photograph. */
const MUCH_TEXT = 0.15;
/** Width of the edge, in pixels of the detector's input. */
const EDGE = 16;
/** If nothing reaches the edge, 98 of 100 pixels there differ by less than this from the commonest value. */
const PLAIN = 24;

/** Whether the image was probably cut out of another one, with text up to its edge: it has the shape of a line, or is small. */
export function isCutOut({ width, height }: Size): boolean {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  return longer <= SMALL || longer >= (longer > PAGE ? LINE.page : LINE.image) * shorter;
}

/**
 * Whether much of the image is text, and another row may lie between the found ones and the edge. A larger image is a page, with a
 * margin.
 */
export function mayHaveRowsAtEdge(found: readonly TextRegion[], { width, height }: Size): boolean {
  const covered = found.reduce((sum, region) => sum + region.length * region.height, 0);
  if (Math.max(width, height) > PAGE || covered < MUCH_TEXT * width * height) return false;
  return found.some((region) => {
    const { centre, direction } = region;
    const isLevel = Math.abs(direction.x) >= Math.abs(direction.y);
    const [middle, end] = isLevel ? [centre.y, height] : [centre.x, width];
    return Math.min(middle, end - middle) - region.height / 2 < NEXT_ROW * region.height;
  });
}

/**
 * Adds a border, since text that reaches an image's edge is hardly found without one: one in five closely cut single lines was
 * missed.
 * @param pixels height × width × 3 bytes.
 * @returns the pixels in a border of the edge's commonest colour; undefined if the edge has nearly no other colour.
 */
export function withBorder(pixels: Uint8Array, { width, height }: Size, border: number): Uint8Array | undefined {
  const edge = edgeOf({ width, height });
  const channels = [0, 1, 2].map((channel) => Uint8Array.from(edge, (at) => pixels[at * 3 + channel]!).sort());
  const colour = channels.map((values) => values[values.length >> 1]!);
  if (channels.every((values, channel) => isPlain(values, colour[channel]!))) return undefined;
  const wide = width + 2 * border;
  const bordered = new Uint8Array(wide * (height + 2 * border) * 3);
  bordered.set(colour);
  for (let filled = 3; filled < bordered.length; filled *= 2)
    bordered.copyWithin(filled, 0, Math.min(filled, bordered.length - filled));
  for (let y = 0; y < height; y++)
    bordered.set(pixels.subarray(y * width * 3, (y + 1) * width * 3), ((y + border) * wide + border) * 3);
  return bordered;
}

/** Indexes of the pixels near the four sides. */
function edgeOf({ width, height }: Size): number[] {
  const edge: number[] = [];
  for (let y = 0; y < height; y++) {
    const isNear = y < EDGE || y >= height - EDGE;
    for (let x = 0; x < width; x++) {
      if (!isNear && x === EDGE) x = Math.max(x, width - EDGE);
      edge.push(y * width + x);
    }
  }
  return edge;
}

/** @param values in ascending order. */
function isPlain(values: Uint8Array, commonest: number): boolean {
  const few = Math.floor(values.length / 100);
  return commonest - values[few]! < PLAIN && values.at(-1 - few)! - commonest < PLAIN;
}
