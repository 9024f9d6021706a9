import { decodeCenterNet, highestLogits } from './centernet';
import type { DetectionDecoder } from './decoder';
import { decodeNanodet, NANODET_OUTPUTS } from './nanodet';
import { decodeSsd, decodeUltraface, decodeYolov3, yolov3Inputs } from './ssd';
import { decodeYolov10, decodeYolov5, decodeYolov8, decodeYolox } from './yolo';

const predictions = { predictions: 'output' };
const ssdOutputs = { boxes: 'detection_boxes', classes: 'detection_classes', scores: 'detection_scores' };
const yolov3Outputs = { boxes: 'yolonms_layer_1', scores: 'yolonms_layer_1:1', indices: 'yolonms_layer_1:2' };

const BUILT_IN: Readonly<Record<string, DetectionDecoder>> = {
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
  nanodet: { outputs: NANODET_OUTPUTS, decode: decodeNanodet },
  ssd: { outputs: ssdOutputs, decode: decodeSsd },
  ultraface: { outputs: { scores: 'scores', boxes: 'boxes' }, decode: decodeUltraface },
};

const decoders = new Map(Object.entries(BUILT_IN));

/** How a detector's outputs are read, by the manifest's `output.decoder`. */
export const detectionDecoder = (name: string): DetectionDecoder | undefined => decoders.get(name);

export const decoderNames = (): string[] => [...decoders.keys()];

/** Registers a plugin's decoder. @throws Error if the name is taken. */
export function registerDecoder(name: string, decoder: DetectionDecoder): void {
  if ((decoders.get(name) ?? decoder) !== decoder) throw new Error(`another decoder has the name '${name}'`);
  decoders.set(name, decoder);
}
