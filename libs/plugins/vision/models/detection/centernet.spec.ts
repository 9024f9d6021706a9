/** @jest-environment ./test/onnx-environment.js */
import { Tensor } from 'onnxruntime-node';
import { OutputSection } from '../../../../../test/harness/model-tasks';
import { decodeCenterNet } from './centernet';
import { logit } from './logistic';

const ROWS = 4;
const COLUMNS = 5;
const CELLS = ROWS * COLUMNS;

/** Heatmaps of two labels with the given scores; distances 1, 2, 3, 4 in every cell but `wide`. */
function outputs(peaks: { label: number; row: number; column: number; score: number }[]) {
  const logits = new Float32Array(2 * CELLS).fill(-10);
  for (const { label, row, column, score } of peaks) logits[label * CELLS + row * COLUMNS + column] = logit(score);
  const wh = Float32Array.from({ length: 4 * CELLS }, (_, index) => Math.floor(index / CELLS) + 1);
  return { logits: new Tensor('float32', logits, [1, 2, ROWS, COLUMNS]), wh: new Tensor('float32', wh, [1, 4, ROWS, COLUMNS]) };
}

const options = {
  frame: { width: 512, height: 512, content: { x: 0, y: 0, width: 512, height: 512 } },
  minScore: 0.3,
  labels: 2,
  output: Object.assign(new OutputSection(), { decoder: 'centernet', stride: 4, overlap: 0.6 }),
};
const decode = (peaks: Parameters<typeof outputs>[0]) => decodeCenterNet(outputs(peaks), options);

test('a peak becomes the box around its cell', () => {
  const [only, ...rest] = decode([{ label: 1, row: 2, column: 3, score: 0.8 }]);
  expect(rest).toEqual([]);
  // Column 3 and row 2 at stride 4 are x = 12, y = 8; left 1, top 2, right 3, bottom 4 away.
  expect(only).toEqual({ label: 1, score: expect.closeTo(0.8, 6), left: 11, top: 6, right: 15, bottom: 12 });
});

test('a cell under the least score is left out, one just over it is not', () => {
  expect(decode([{ label: 0, row: 1, column: 1, score: 0.299 }])).toEqual([]);
  expect(decode([{ label: 0, row: 1, column: 1, score: 0.301 }])).toHaveLength(1);
});

test('of neighbouring cells only the highest is a peak, also diagonally', () => {
  const found = decode([
    { label: 0, row: 1, column: 1, score: 0.6 },
    { label: 0, row: 1, column: 2, score: 0.7 },
    { label: 0, row: 2, column: 3, score: 0.5 },
  ]);
  expect(found.map(({ score }) => score)).toEqual([expect.closeTo(0.7, 6)]);
});

test('peaks two cells apart, and of different labels in one cell, all count', () => {
  const found = decode([
    { label: 0, row: 0, column: 0, score: 0.6 },
    { label: 0, row: 0, column: 2, score: 0.7 },
    { label: 1, row: 0, column: 0, score: 0.4 },
  ]);
  expect(found.map(({ label, left }) => [label, left])).toEqual([
    [0, -1],
    [0, 7],
    [1, -1],
  ]);
});

test('the last column and the first of the next row are not neighbours', () => {
  const found = decode([
    { label: 0, row: 0, column: COLUMNS - 1, score: 0.6 },
    { label: 0, row: 1, column: 0, score: 0.7 },
  ]);
  expect(found).toHaveLength(2);
});

test('a peak in any cell is found, also where the cells do not divide by four', () => {
  const [rows, columns] = [3, 3];
  const cells = rows * columns;
  const wh = new Tensor('float32', new Float32Array(4 * cells), [1, 4, rows, columns]);
  for (let at = 0; at < 2 * cells; at++) {
    const logits = new Tensor('float32', new Float32Array(2 * cells).fill(-10).fill(1, at, at + 1), [1, 2, rows, columns]);
    const [only, ...rest] = decodeCenterNet({ logits, wh }, options);
    expect(rest).toEqual([]);
    const cell = at % cells;
    expect(only).toMatchObject({ label: at < cells ? 0 : 1, left: (cell % columns) * 4, top: Math.floor(cell / columns) * 4 });
  }
});

test('values that are not numbers are not objects', () => {
  expect(decode([{ label: 0, row: 1, column: 1, score: NaN }])).toEqual([]);
});

test('a manifest with another number of labels is refused', () => {
  expect(() => decodeCenterNet(outputs([]), { ...options, labels: 3 })).toThrow(
    'The model has 2 classes, but its manifest has 3 labels.',
  );
});
