import type { Frame } from '@percept/sdk/models';

interface Size {
  width: number;
  height: number;
}

/** A part of a frame that the network sees at once. */
export interface Tile extends Size {
  x: number;
  y: number;
}

/** A tile and the part of it whose results count. Its neighbours cover the rest, and see it better. */
export interface InnerTile {
  tile: Tile;
  /** The counting part, in pixels of the frame. */
  answers: Tile;
}

/** Pixels that neighbours share: more than the network needs beside a line, and twice the height of most print. */
const OVERLAP = 96;
/** Tiles begin and end at multiples of this, so that all their maps lie on one grid. */
const STEP = 32;

/** The tiles of a frame, each with at most `size` squared pixels; all but the last have one size. A small frame is one tile. */
export function cutTiles({ width, height }: Size, size: number): InnerTile[] {
  if (width * height <= size * size) return [{ tile: whole(width, height), answers: whole(width, height) }];
  const across = Math.min(width, size);
  // A narrow frame has longer tiles.
  const columns = width <= height ? across : floored((size * size) / Math.min(height, size));
  const rows = width <= height ? floored((size * size) / across) : Math.min(height, size);
  return cuts(height, rows).flatMap(([y, bottom, from, to]) =>
    cuts(width, columns).map(([x, right, left, end]) => ({
      tile: { x, y, width: right - x, height: bottom - y },
      answers: { x: left, y: from, width: end - left, height: to - from },
    })),
  );
}

const whole = (width: number, height: number): Tile => ({ x: 0, y: 0, width, height });
const floored = (value: number): number => Math.max(STEP, Math.floor(value / STEP) * STEP);

/** Overlapping parts of a length: where each begins and ends, and the part whose results count. */
function cuts(length: number, longest: number): [begin: number, end: number, from: number, to: number][] {
  const count = length <= longest ? 1 : Math.ceil((length - OVERLAP) / (longest - OVERLAP));
  const size = Math.min(length, Math.ceil((length + OVERLAP * (count - 1)) / count / STEP) * STEP);
  const begins = Array.from({ length: count }, (_, index) =>
    count === 1 ? 0 : Math.round((index * (length - size)) / (count - 1) / STEP) * STEP,
  );
  return begins.map((begin, index) => {
    const end = begin + size;
    const from = index === 0 ? 0 : middle(begin, begins[index - 1]! + size);
    const to = index === count - 1 ? length : middle(begins[index + 1]!, end);
    return [begin, end, from, to];
  });
}

/** The middle of the overlap of two tiles, on the grid of all maps. */
const middle = (begin: number, end: number): number => Math.round((begin + end) / 2 / STEP) * STEP;

/** The pixels of a tile: height × width × 3 bytes. */
export function cutOut(pixels: Uint8Array, frame: Pick<Frame, 'width' | 'height'>, tile: Tile): Uint8Array {
  if (tile.width === frame.width && tile.height === frame.height) return pixels;
  const cut = new Uint8Array(tile.width * tile.height * 3);
  for (let row = 0; row < tile.height; row++) {
    const at = ((tile.y + row) * frame.width + tile.x) * 3;
    cut.set(pixels.subarray(at, at + tile.width * 3), row * tile.width * 3);
  }
  return cut;
}
