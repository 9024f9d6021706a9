import { Tensor } from 'onnxruntime-node';
import { OutputSection, plainToInstance } from '../../../../../test/harness/model-tasks';
import { decodeNanodet } from './nanodet';

const BINS = 3;
const LABELS = 2;

/** Scores and boxes of one grid; all of them low. */
function grid(side: number) {
  const cells = side * side;
  return { side, cells, scores: new Float32Array(LABELS * cells), boxes: new Float32Array(4 * BINS * cells) };
}

type Grid = ReturnType<typeof grid>;

/** All of the distance's weight on one bin, or (`half`) on two of them. */
function put({ scores, boxes, cells }: Grid, cell: number, distances: number[]): void {
  scores[cells + cell] = 0.8;
  distances.forEach((distance, side) => {
    for (const bin of [Math.floor(distance), Math.ceil(distance)]) boxes[(side * BINS + bin) * cells + cell] = 50;
  });
}

const outputs = (grids: Grid[]) =>
  Object.fromEntries(
    grids.flatMap(({ side, scores, boxes }, index) => [
      [`scores_${8 << index}`, new Tensor('float32', scores, [1, LABELS, side, side])],
      [`boxes_${8 << index}`, new Tensor('float32', boxes, [1, 4 * BINS, side, side])],
    ]),
  );
const options = (labels = LABELS) => ({
  minScore: 0.3,
  labels,
  output: plainToInstance(OutputSection, { decoder: 'nanodet' }),
  frame: { width: 64, height: 64, content: { x: 0, y: 0, width: 64, height: 64 } },
});

test('a box lies around the centre of its cell, at the mean of its distances, in pixels of the input', () => {
  const grids = [grid(8), grid(4), grid(2)];
  put(grids[0]!, 8 * 2 + 3, [1, 2, 0, 1.5]);
  put(grids[2]!, 3, [1, 1, 1, 1]);
  const found = decodeNanodet(outputs(grids), options());
  expect(found).toHaveLength(2);
  expect(found[0]).toMatchObject({ label: 1, score: expect.closeTo(0.8) });
  // Column 3, row 2 of stride 8: the centre is at (28, 20).
  expect([found[0]!.left, found[0]!.top, found[0]!.right, found[0]!.bottom].map(Math.round)).toEqual([20, 4, 28, 32]);
  expect([found[1]!.left, found[1]!.top, found[1]!.right, found[1]!.bottom].map(Math.round)).toEqual([16, 16, 80, 80]);
});

test('a model with another number of labels is refused', () => {
  expect(() => decodeNanodet(outputs([grid(8), grid(4), grid(2)]), options(80))).toThrow(
    /answers 1 × 2 × 8 × 8 scores, but its manifest has 80 labels/,
  );
});
