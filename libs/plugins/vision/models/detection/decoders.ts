import { decodeCenterNet, highestLogits } from './centernet';
import type { DetectionDecoder } from '@percept/sdk/models';
import { decodeNanodet, NANODET_OUTPUTS } from './nanodet';
import { decodeSsd, decodeUltraface, decodeYolov3, yolov3Inputs } from './ssd';
import { decodeYolov10, decodeYolov5, decodeYolov8, decodeYolox } from './yolo';

const predictions = { predictions: 'output' };
const ssdOutputs = { boxes: 'detection_boxes', classes: 'detection_classes', scores: 'detection_scores' };
const yolov3Outputs = { boxes: 'yolonms_layer_1', scores: 'yolonms_layer_1:1', indices: 'yolonms_layer_1:2' };

/** How the outputs of Percept's own families of detectors are read, by the manifest's `output.decoder`. */
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
  nanodet: { outputs: NANODET_OUTPUTS, decode: decodeNanodet },
  ssd: { outputs: ssdOutputs, decode: decodeSsd },
  ultraface: { outputs: { scores: 'scores', boxes: 'boxes' }, decode: decodeUltraface },
};
