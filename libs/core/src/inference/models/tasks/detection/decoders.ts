import type { Tensor } from 'onnxruntime-node';
import type { OutputSection } from '../../registry/manifest';
import type { Frame } from '../../runtime';
import type { Candidate } from './candidate';
import { decodeCenterNet, highestLogits } from './centernet';
import { decodeSsd, decodeUltraface, decodeYolov3, yolov3Inputs } from './ssd';
import { decodeYolov10, decodeYolov5, decodeYolov8, decodeYolox } from './yolo';

export interface DecodeOptions {
  /** Raw score, above 0; candidates below it are left out. */
  minScore: number;
  /** How many labels the model has. */
  labels: number;
  output: OutputSection;
  frame: Frame;
}

export interface DetectionDecoder {
  /** What it reads, and how the model's output for it is called where the manifest's `output.names` does not say. */
  outputs: Readonly<Record<string, string>>;
  /** Inputs that the model has besides the picture, by name. */
  inputs?: { names: readonly string[]; make(frame: Frame): Record<string, Tensor> };
  decode(outputs: Readonly<Record<string, Tensor>>, options: DecodeOptions): Candidate[];
  /** The highest logit of each label anywhere in the picture, where the model tells such. */
  peaks?(outputs: Readonly<Record<string, Tensor>>): Float32Array;
}

const predictions = { predictions: 'output' };
const ssdOutputs = { boxes: 'detection_boxes', classes: 'detection_classes', scores: 'detection_scores' };
const yolov3Outputs = { boxes: 'yolonms_layer_1', scores: 'yolonms_layer_1:1', indices: 'yolonms_layer_1:2' };

/** How the outputs of a detector are read, by the name that its manifest gives as `output.decoder`. */
export const DETECTION_DECODERS: Readonly<Record<string, DetectionDecoder>> = {
  centernet: { outputs: { logits: 'logits', wh: 'wh' }, decode: decodeCenterNet, peaks: highestLogits },
  yolox: { outputs: predictions, decode: decodeYolox },
  yolov3: {
    outputs: yolov3Outputs,
    inputs: { names: ['image_shape'], make: yolov3Inputs },
    decode: decodeYolov3,
  },
  yolov5: { outputs: predictions, decode: decodeYolov5 },
  yolov8: { outputs: predictions, decode: decodeYolov8 },
  yolov10: { outputs: predictions, decode: decodeYolov10 },
  ssd: { outputs: ssdOutputs, decode: decodeSsd },
  ultraface: { outputs: { scores: 'scores', boxes: 'boxes' }, decode: decodeUltraface },
};
