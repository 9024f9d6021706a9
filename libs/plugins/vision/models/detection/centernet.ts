import type { Tensor } from 'onnxruntime-node';
import type { Candidate } from '@percept/sdk/models';
import type { DecodeOptions } from '@percept/sdk/models';
import { logit, sigmoid } from './logistic';

interface Grid {
  rows: number;
  columns: number;
}

/**
 * CenterNet (TTFNet boxes): `logits` is 1 × labels × rows × columns, a peak for each object; `wh` is 1 × 4 × rows × columns,
 * the distances from the peak to the left, top, right and bottom edge in pixels of the input.
 */
export function decodeCenterNet(outputs: Readonly<Record<string, Tensor>>, options: DecodeOptions): Candidate[] {
  const logits = outputs.logits!.data as Float32Array;
  const distances = outputs.wh!.data as Float32Array;
  const [, labels, rows, columns] = outputs.logits!.dims as [number, number, number, number];
  if (labels !== options.labels)
    throw new Error(`The model has ${labels} classes, but its manifest has ${options.labels} labels.`);
  const grid = { rows, columns };
  const cells = rows * columns;
  const threshold = logit(options.minScore);
  const found: Candidate[] = [];
  for (const [label, highest] of highestLogits(outputs).entries()) {
    // Most labels show nowhere, so their cells are read only once.
    if (highest < threshold) continue;
    const heatmap = logits.subarray(label * cells, (label + 1) * cells);
    for (let cell = nextAbove(heatmap, threshold); cell < cells; cell = nextAbove(heatmap, threshold, cell + 1)) {
      if (!isPeak(heatmap, cell, grid)) continue;
      const x = (cell % columns) * options.output.stride;
      const y = Math.floor(cell / columns) * options.output.stride;
      found.push({
        label,
        score: sigmoid(heatmap[cell]!),
        left: x - distances[cell]!,
        top: y - distances[cells + cell]!,
        right: x + distances[2 * cells + cell]!,
        bottom: y + distances[3 * cells + cell]!,
      });
    }
  }
  return found;
}

/** The first index from `from` on whose value reaches the threshold; the array's length if there is none. */
function nextAbove(values: Float32Array, threshold: number, from = 0): number {
  let at = from;
  // Nearly all of a million cells are below. Testing four in one condition takes two thirds of the time.
  while (at + 3 < values.length) {
    if (values[at]! >= threshold || values[at + 1]! >= threshold) break;
    if (values[at + 2]! >= threshold || values[at + 3]! >= threshold) break;
    at += 4;
  }
  while (at < values.length && !(values[at]! >= threshold)) at++;
  return at;
}

/** Whether none of the cell's (up to eight) neighbours is higher. */
function isPeak(heatmap: Float32Array, cell: number, { rows, columns }: Grid): boolean {
  const value = heatmap[cell]!;
  const row = Math.floor(cell / columns);
  const column = cell % columns;
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
      if (heatmap[y * columns + x]! > value) return false;
    }
  }
  return true;
}

// Keyed by the large array, with small values: see "No WeakMap by call" in docs/decisions/workers.md.
const known = new WeakMap<object, Float32Array>();

/** The highest value of each label's heatmap. It is computed once for an image's outputs. */
export function highestLogits(outputs: Readonly<Record<string, Tensor>>): Float32Array {
  const logits = outputs.logits!.data as Float32Array;
  const [, labels, rows, columns] = outputs.logits!.dims as [number, number, number, number];
  const cells = rows * columns;
  let highest = known.get(logits);
  if (highest) return highest;
  highest = Float32Array.from({ length: labels }, (_, label) => highestOf(logits.subarray(label * cells, (label + 1) * cells)));
  known.set(logits, highest);
  return highest;
}

function highestOf(values: Float32Array): number {
  let highest = -Infinity;
  for (let at = nextAbove(values, highest); at < values.length; at = nextAbove(values, highest, at + 1)) highest = values[at]!;
  return highest;
}
