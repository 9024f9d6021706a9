import type { ModelArchitecture, ModelFacts } from '@percept/sdk/models';
import { checkLabels, imagePort } from './processor';

const OUTPUTS = ['detection_boxes', 'detection_classes', 'detection_scores'];

/** SSD with built-in non-maximum suppression, as TensorFlow's detection API exports it. */
export const ssd: ModelArchitecture = {
  name: 'SSD with its suppression inside',
  recognize(facts: ModelFacts) {
    const port = imagePort(facts);
    const names = facts.outputs.map(({ name }) => name.replace(/:\d+$/, ''));
    if (!port || !OUTPUTS.every((name) => names.includes(name))) return undefined;
    checkLabels(facts, -1);
    const side = port.shape[1]! > 0 ? port.shape[1]! : 300;
    const input = { size: side, resize: 'stretch' as const, layout: 'NHWC' as const, type: port.type as 'uint8' };
    return { task: 'object-detection', input, output: { decoder: 'ssd' } };
  },
};
