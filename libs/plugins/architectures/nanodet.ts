import type { Candidate, DecodeOptions, DetectionDecoder, ModelArchitecture, ModelFacts } from '@percept/sdk/models';
import { checkLabels, imagePort } from './processor';

type Outputs = Parameters<DetectionDecoder['decode']>[0];

/** NanoDet uses three grids, NanoDet-Plus four. */
const STRIDES = [8, 16, 32];
const PLUS = [...STRIDES, 64];

interface Size {
  width: number;
  height: number;
}

/** The cells of a grid, including one that the edge of the input cuts. */
const cellsOf = ({ width, height }: Size, stride: number) => ({
  columns: Math.ceil(width / stride),
  rows: Math.ceil(height / stride),
});
const countOf = (size: Size, strides: readonly number[]) =>
  strides.reduce((sum, stride) => sum + cellsOf(size, stride).columns * cellsOf(size, stride).rows, 0);

/**
 * `predictions` is 1 × cells × (labels + 4 × bins): the probability of each label, and for each side of the box the logits of its
 * distance in cells. NanoDet measures it from the centre of the cell, NanoDet-Plus from its corner.
 */
export const nanodetDecoders: Readonly<Record<string, DetectionDecoder>> = {
  'nanodet-rows': { outputs: { predictions: 'output' }, decode: decodeRows },
};

function decodeRows({ predictions }: Outputs, { minScore, labels, frame }: DecodeOptions): Candidate[] {
  const [cells, width] = predictions!.dims.slice(-2) as [number, number];
  const strides = [STRIDES, PLUS].find((each) => countOf(frame, each) === cells);
  const bins = (width - labels) / 4;
  if (!strides || !Number.isInteger(bins) || bins < 2)
    throw new Error(
      `The model answers ${predictions!.dims.join(' × ')} numbers, which fits neither ${labels} labels nor its grids.`,
    );
  const values = predictions!.data as Float32Array;
  const found: Candidate[] = [];
  let row = 0;
  for (const stride of strides) {
    const { columns, rows } = cellsOf(frame, stride);
    for (let cell = 0; cell < columns * rows; cell++, row++) {
      const own = values.subarray(row * width, (row + 1) * width);
      const label = likeliest(own, labels);
      if (own[label]! < minScore) continue;
      const offset = strides === PLUS ? 0 : 0.5;
      const [x, y] = [((cell % columns) + offset) * stride, (Math.floor(cell / columns) + offset) * stride];
      const sides = [0, 1, 2, 3].map((side) => stride * distance(own.subarray(labels + side * bins), bins));
      const [left, top, right, bottom] = sides as [number, number, number, number];
      found.push({ label, score: own[label]!, left: x - left, top: y - top, right: x + right, bottom: y + bottom });
    }
  }
  return found;
}

function likeliest(scores: Float32Array, labels: number): number {
  let label = 0;
  for (let each = 1; each < labels; each++) if (scores[each]! > scores[label]!) label = each;
  return label;
}

/** The mean of the bins, weighted by their softmax. */
function distance(logits: Float32Array, bins: number): number {
  const own = logits.subarray(0, bins);
  const highest = own.reduce((most, value) => Math.max(most, value), -Infinity);
  let [sum, weighted] = [0, 0];
  for (let bin = 0; bin < bins; bin++) {
    const weight = Math.exp(own[bin]! - highest);
    sum += weight;
    weighted += weight * bin;
  }
  return weighted / sum;
}

/** How many bins a side may have: mostly 8 or 11. */
const BINS = { least: 4, most: 33 };

export const nanodet: ModelArchitecture = {
  name: 'NanoDet and NanoDet-Plus',
  recognize(facts: ModelFacts) {
    const port = imagePort(facts);
    const [output] = facts.outputs;
    if (port?.shape[1] !== 3 || facts.outputs.length !== 1 || output?.shape.length !== 3) return undefined;
    const [height, width] = [port.shape[2]!, port.shape[3]!];
    const [, cells, numbers] = output.shape as [number, number, number];
    const isGrid = [STRIDES, PLUS].some((each) => countOf({ width, height }, each) === cells);
    if (height < 1 || width < 1 || !isGrid) return undefined;
    const bins = (numbers - facts.labels.length) / 4;
    if (facts.labels.length > 0 && (!Number.isInteger(bins) || bins < BINS.least || bins > BINS.most)) return undefined;
    // YOLOX has the same number of cells, so only the labels distinguish the two.
    checkLabels(facts, -1);
    return {
      task: 'object-detection',
      input: {
        ...{
          size: width,
          ...(height !== width && { height }),
          resize: 'stretch',
          layout: 'NCHW',
          type: 'float32',
          colour: 'BGR',
        },
        ...{ mean: [103.53, 116.28, 123.675], std: [57.375, 57.12, 58.395] },
      },
      output: {
        ...{ decoder: 'nanodet-rows', overlap: 0.6 },
        ...(output.name !== 'output' && { names: { predictions: output.name } }),
      },
    };
  },
};
