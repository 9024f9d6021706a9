import type { Tensor } from 'onnxruntime-node';
import { sigmoid } from '../detection';
import type { FaceLandmarks } from '@percept/sdk/models';
import type { FaceCandidate } from './decoder';

/**
 * The box's centre and size, then six points, each x and y. All are in pixels of the input; centre and points count from the cell's
 * middle.
 */
const NUMBERS = 16;
/** The points, in their order. */
const POINTS = ['left_eye', 'right_eye', 'nose', 'mouth', 'left_ear', 'right_ear'] as const;
/** Radians. On faces turned farther, lying on their side, the eyes are not found. */
const MAX_ROLL = 0.8;

interface Grid {
  scores: Tensor;
  boxes: Tensor;
  /** Pixels of the input for one cell. */
  stride: number;
}

/**
 * BlazeFace (MediaPipe's back camera) on an input of any size: `scores_16` is 1 × rows × columns × 2 and `boxes_16` 1 × rows ×
 * columns × 32 for cells of 16 pixels, `scores_8` and `boxes_8` have six anchors for cells of 32. The anchors have no size.
 */
export function decodeBlazeFace(outputs: Readonly<Record<string, Tensor>>, minScore: number): FaceCandidate[] {
  return [
    ...readGrid({ scores: outputs.scores_16!, boxes: outputs.boxes_16!, stride: 16 }, minScore),
    ...readGrid({ scores: outputs.scores_8!, boxes: outputs.boxes_8!, stride: 32 }, minScore),
  ];
}

function readGrid({ scores, boxes, stride }: Grid, minScore: number): FaceCandidate[] {
  const [, , columns, anchors] = scores.dims as [number, number, number, number];
  const logits = scores.data as Float32Array;
  const numbers = boxes.data as Float32Array;
  const found: FaceCandidate[] = [];
  for (const [index, value] of logits.entries()) {
    const score = sigmoid(value);
    if (!(score >= minScore)) continue;
    const cell = Math.floor(index / anchors);
    const at = index * NUMBERS;
    const middle = { x: ((cell % columns) + 0.5) * stride, y: (Math.floor(cell / columns) + 0.5) * stride };
    const [x, y] = [numbers[at]! + middle.x, numbers[at + 1]! + middle.y];
    const [halfWidth, halfHeight] = [numbers[at + 2]! / 2, numbers[at + 3]! / 2];
    const seen = eyesAndMore(numbers.subarray(at + 4, at + NUMBERS), middle);
    found.push({ score, left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight, ...seen });
  }
  return found;
}

/** Beyond the angle that the model can tell, a face counts as level and its points are unknown. @param middle of the cell. */
function eyesAndMore(points: Float32Array, middle: { x: number; y: number }): Pick<FaceCandidate, 'roll' | 'landmarks'> {
  const [leftX, leftY, rightX, rightY] = points;
  const roll = Math.atan2(rightY! - leftY!, rightX! - leftX!);
  if (Math.abs(roll) > MAX_ROLL) return { roll: 0 };
  const at = POINTS.map((name, index) => [name, { x: points[2 * index]! + middle.x, y: points[2 * index + 1]! + middle.y }]);
  return { roll, landmarks: Object.fromEntries(at) as FaceLandmarks };
}
