import type { ModelFacts } from '@percept/sdk/models';
import { nanodetDecoders, nanodet } from './nanodet';
import { yolo } from './yolo';

const BINS = 8;
const LABELS = 2;
const WIDTH = LABELS + 4 * BINS;
const frame = { width: 60, height: 64, content: { x: 0, y: 0, width: 60, height: 64 } };
const options = (labels = LABELS) => ({ labels, minScore: 0.3, frame, output: {} as never });

/** Rows of all cells; those that are named see the second label, with all weight on the bins. */
function predictions(cells: number, seen: Record<number, number[]>) {
  const data = new Float32Array(cells * WIDTH);
  for (const [cell, bins] of Object.entries(seen)) {
    data[Number(cell) * WIDTH + 1] = 0.8;
    bins.forEach((bin, side) => {
      // Between two bins both count.
      for (const each of [Math.floor(bin), Math.ceil(bin)]) data[Number(cell) * WIDTH + LABELS + side * BINS + each] = 60;
    });
  }
  return { predictions: { dims: [1, cells, WIDTH], data } as never };
}
const boxes = (found: ReturnType<(typeof nanodetDecoders)['nanodet-rows']['decode']>) =>
  found.map(({ label, left, top, right, bottom }) => [
    label,
    ...[left, top, right, bottom].map((side) => Math.round(side * 10) / 10 + 0),
  ]);

test('NanoDet-Plus counts from the corner of a cell, in four grids', () => {
  // 8 × 8, 4 × 4, 2 × 2 and 1 cell: a grid has a cell more where the input does not end with one.
  const outputs = predictions(64 + 16 + 4 + 1, { 19: [1, 2, 0, 1.5], 84: [0, 0, 1, 1] });
  expect(boxes(nanodetDecoders['nanodet-rows']!.decode(outputs, options()))).toEqual([
    [1, 16, 0, 24, 28],
    [1, 0, 0, 64, 64],
  ]);
});

test('NanoDet counts from the centre of a cell, in three grids', () => {
  const outputs = predictions(64 + 16 + 4, { 19: [1, 2, 0, 1.5] });
  expect(boxes(nanodetDecoders['nanodet-rows']!.decode(outputs, options()))).toEqual([[1, 20, 4, 28, 32]]);
});

test('numbers that fit no labels are named', () => {
  expect(() => nanodetDecoders['nanodet-rows']!.decode(predictions(84, {}), options(3))).toThrow(
    /1 × 84 × 34 numbers, which fits neither 3 labels/,
  );
  expect(() => nanodetDecoders['nanodet-rows']!.decode(predictions(83, {}), options())).toThrow(/its grids/);
});

const facts = (numbers: number, cells: number): ModelFacts => ({
  ...{ config: {}, ocr: {}, metadata: {}, files: [], network: 'net.onnx' },
  labels: Array.from({ length: 80 }, (_, at) => `thing-${at}`),
  inputs: [{ name: 'data', type: 'float32', shape: [1, 3, 320, 320] }],
  outputs: [{ name: 'output', type: 'float32', shape: [1, cells, numbers] }],
});

test('it is told from YOLOX, which has as many cells', () => {
  expect(nanodet.recognize(facts(112, 2125))).toMatchObject({
    task: 'object-detection',
    input: { size: 320, resize: 'stretch', colour: 'BGR' },
    output: { decoder: 'nanodet-rows' },
  });
  expect(nanodet.recognize(facts(112, 2100))).toBeDefined();
  expect(nanodet.recognize(facts(85, 2100))).toBeUndefined();
  expect(yolo.recognize(facts(85, 2100))).toMatchObject({ output: { decoder: 'yolox' } });
});
