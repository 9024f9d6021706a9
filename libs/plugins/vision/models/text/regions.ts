import type { TextRegion } from '@percept/sdk/models';
import { straightened } from './bent-line';
import { along, commonDirection, convexHull, isClearlyLong, smallestRectangle, type ImagePoint } from './rectangle';

/** A grid of the probabilities, 0..1, that a pixel lies in the core of a line, row by row. */
export interface TextMap {
  values: Float32Array;
  width: number;
  height: number;
}

/** As published for the model: pixels above the first are text, and the mean of a line must reach the second. */
const TEXT = 0.3;
const LINE = 0.6;
/** The model marks the core of a line. The line extends beyond the core on every side by area × this / perimeter. */
const GROWTH = 1.6;
/** Minimum cells of the map; a smaller patch is a speck. */
const MIN_CELLS = 8;
const MIN_SIDE = 3;
/** No real image has more lines, but noise may. */
const MAX_REGIONS = 1000;

/** A patch of text: the cells at its edge, and the model's confidence. */
interface Patch {
  edge: ImagePoint[];
  cells: number;
  mean: number;
}

/**
 * The lines of text in a map.
 * @param scale pixels of the image for a cell, in each direction.
 * @param origin where the map begins, in pixels of the image.
 */
export function findTextRegions(map: TextMap, scale: ImagePoint, origin: ImagePoint): TextRegion[] {
  const found: { hull: ImagePoint[]; core: TextRegion }[] = [];
  for (const { edge, cells, mean } of patches(map)) {
    if (cells < MIN_CELLS || mean < LINE) continue;
    const points = edge.map(({ x, y }) => ({ x: origin.x + (x + 0.5) * scale.x, y: origin.y + (y + 0.5) * scale.y }));
    const hull = convexHull(points);
    const around = smallestRectangle(hull);
    const core = around && straightened(around, points);
    if (!core || Math.min(core.length / scale.x, core.height / scale.y) < MIN_SIDE) continue;
    found.push({ hull, core });
    if (found.length === MAX_REGIONS) break;
  }
  // Around a round letter, the smallest rectangle may have any direction.
  const direction = commonDirection(found.map(({ core }) => core));
  return found.map(({ hull, core }) => grown(isClearlyLong(core) ? core : along(direction, hull)));
}

function grown(core: TextRegion): TextRegion {
  const margin = (core.length * core.height * GROWTH) / (2 * (core.length + core.height));
  return { ...core, length: core.length + 2 * margin, height: core.height + 2 * margin };
}

/** Cells that touch, corners included, belong together. */
function* patches({ values, width, height }: TextMap): Generator<Patch> {
  const seen = new Uint8Array(values.length);
  const stack: number[] = [];
  for (let start = 0; start < values.length; start++) {
    if (seen[start] || values[start]! <= TEXT) continue;
    const patch: Patch = { edge: [], cells: 0, mean: 0 };
    let sum = 0;
    seen[start] = 1;
    stack.push(start);
    while (stack.length > 0) {
      const at = stack.pop()!;
      const [x, y] = [at % width, Math.floor(at / width)];
      sum += values[at]!;
      patch.cells++;
      let inside = 0;
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx;
          if (values[next]! <= TEXT) continue;
          inside++;
          if (!seen[next]) stack.push(next);
          seen[next] = 1;
        }
      }
      if (inside < 9) patch.edge.push({ x, y });
    }
    patch.mean = sum / patch.cells;
    yield patch;
  }
}
