import type { Tensor } from 'onnxruntime-node';
import type { Candidate } from '@percept/sdk/models';
import type { DecodeOptions } from '@percept/sdk/models';

/** Input pixels for one cell of each of NanoDet's three grids. */
const STRIDES = [8, 16, 32];

/** NanoDet's outputs for each of its grids. */
export const NANODET_OUTPUTS = Object.fromEntries(
  STRIDES.flatMap((stride) => [`scores_${stride}`, `boxes_${stride}`].map((name) => [name, name])),
);

type Outputs = Readonly<Record<string, Tensor>>;

/**
 * NanoDet: for each grid `scores_S` is 1 × labels × rows × columns, as probabilities, and `boxes_S` is 1 × (4 × bins) × rows ×
 * columns: for each side of the box the logits of its distance from the cell's centre, in cells.
 * @throws Error if the shapes do not fit the labels.
 */
export function decodeNanodet(outputs: Outputs, { minScore, labels }: DecodeOptions): Candidate[] {
  return STRIDES.flatMap((stride) => {
    const [scores, boxes] = [outputs[`scores_${stride}`]!, outputs[`boxes_${stride}`]!];
    const [, count, rows, columns] = scores.dims as [number, number, number, number];
    if (count !== labels || boxes.dims[1]! % 4 !== 0)
      throw new Error(`The model answers ${scores.dims.join(' × ')} scores, but its manifest has ${labels} labels.`);
    const cells = rows * columns;
    const found: Candidate[] = [];
    for (let cell = 0; cell < cells; cell++) {
      const [label, score] = bestLabel(scores.data as Float32Array, { cell, cells, labels });
      if (score < minScore) continue;
      const [left, top, right, bottom] = distances(boxes, cell, cells).map((distance) => distance * stride);
      const [x, y] = [((cell % columns) + 0.5) * stride, (Math.floor(cell / columns) + 0.5) * stride];
      found.push({ label, score, left: x - left!, top: y - top!, right: x + right!, bottom: y + bottom! });
    }
    return found;
  });
}

function bestLabel(scores: Float32Array, { cell, cells, labels }: Record<'cell' | 'cells' | 'labels', number>): [number, number] {
  let best = 0;
  for (let label = 1; label < labels; label++) {
    if (scores[label * cells + cell]! > scores[best * cells + cell]!) best = label;
  }
  return [best, scores[best * cells + cell]!];
}

/** The expected distance of each side: the mean of the bins, weighted by their softmax. */
function distances({ data, dims }: Tensor, cell: number, cells: number): number[] {
  const bins = dims[1]! / 4;
  const logits = data as Float32Array;
  return [0, 1, 2, 3].map((side) => {
    const values = Array.from({ length: bins }, (_, bin) => logits[(side * bins + bin) * cells + cell]!);
    const highest = Math.max(...values);
    const weights = values.map((value) => Math.exp(value - highest));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.reduce((sum, weight, bin) => sum + weight * bin, 0) / total;
  });
}
