import { Tensor } from 'onnxruntime-node';
import type { Frame } from '@percept/sdk/models';
import type { Candidate } from '@percept/sdk/models';
import type { DecodeOptions } from '@percept/sdk/models';

type Outputs = Readonly<Record<string, Tensor>>;

/**
 * SSD with the suppression inside, as TensorFlow's detection API writes it: `boxes` is 1 × n × 4 in fractions of the input
 * (`output.box_order`), `classes` 1 × n (counted from `output.first_class`), `scores` 1 × n.
 */
export function decodeSsd({ boxes, classes, scores }: Outputs, { minScore, labels, output, frame }: DecodeOptions): Candidate[] {
  const box = boxes!.data as Float32Array;
  const found: Candidate[] = [];
  for (const [index, score] of (scores!.data as Float32Array).entries()) {
    const label = Number(classes!.data[index]) - output.first_class;
    if (score < minScore || label < 0 || label >= labels) continue;
    const [a, b, c, d] = box.subarray(index * 4, index * 4 + 4) as unknown as [number, number, number, number];
    const [left, top, right, bottom] = output.box_order === 'yxyx' ? [b, a, d, c] : [a, b, c, d];
    const [across, down] = [frame.width, frame.height];
    found.push({ label, score, left: left * across, top: top * down, right: right * across, bottom: bottom * down });
  }
  return found;
}

/**
 * YOLOv3 with the suppression inside, as keras2onnx writes it: `boxes` is 1 × n × 4 (top, left, bottom, right in pixels),
 * `scores` 1 × labels × n, `indices` picks × 3 (batch, label, box).
 */
export function decodeYolov3({ boxes, scores, indices }: Outputs, { minScore, labels }: DecodeOptions): Candidate[] {
  const box = boxes!.data as Float32Array;
  const count = box.length / 4;
  const picks = indices!.data as Int32Array;
  const found: Candidate[] = [];
  for (let at = 0; at + 2 < picks.length; at += 3) {
    const [label, index] = [Number(picks[at + 1]), Number(picks[at + 2])];
    if (label < 0 || label >= labels || index < 0 || index >= count) continue;
    const score = (scores!.data as Float32Array)[label * count + index]!;
    const [top, left, bottom, right] = box.subarray(index * 4, index * 4 + 4) as unknown as [number, number, number, number];
    if (score >= minScore) found.push({ label, score, left, top, right, bottom });
  }
  return found;
}

/** If YOLOv3 is told the size of its own input, its boxes stay in pixels of the input. */
export function yolov3Inputs({ width, height }: Frame): Record<string, Tensor> {
  return { image_shape: new Tensor('float32', Float32Array.of(height, width), [1, 2]) };
}

/** Ultra-Light-Fast face detectors: `scores` is 1 × n × 2 (none, face), `boxes` 1 × n × 4: corners in fractions of the input. */
export function decodeUltraface({ scores, boxes }: Outputs, { minScore, frame }: DecodeOptions): Candidate[] {
  const [score, box] = [scores!.data as Float32Array, boxes!.data as Float32Array];
  const found: Candidate[] = [];
  for (let index = 0; index * 4 < box.length; index++) {
    if (!(score[index * 2 + 1]! >= minScore)) continue;
    const [left, top, right, bottom] = box.subarray(index * 4, index * 4 + 4) as unknown as [number, number, number, number];
    found.push({
      label: 0,
      score: score[index * 2 + 1]!,
      left: left * frame.width,
      top: top * frame.height,
      right: right * frame.width,
      bottom: bottom * frame.height,
    });
  }
  return found;
}
