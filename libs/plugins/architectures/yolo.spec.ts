import type { ModelFacts } from '@percept/sdk/models';
import { ssd } from './ssd';
import { yolo } from './yolo';

const facts = (shape: number[], more: Partial<ModelFacts> = {}): ModelFacts => ({
  ...{ config: {}, ocr: {}, metadata: {}, files: [], network: 'net.onnx' },
  labels: Array.from({ length: 80 }, (_, at) => `thing-${at}`),
  inputs: [{ name: 'images', type: 'float32', shape: [1, 3, 640, 640] }],
  outputs: [{ name: 'output0', type: 'float32', shape }],
  ...more,
});

test.each([
  ['YOLO v5 and v7', [1, 25_200, 85], 'yolov5', 0.45],
  ['YOLO v8 to v12 but v10', [1, 84, 8400], 'yolov8', 0.45],
  ['YOLO v10, which suppresses by itself', [1, 300, 6], 'yolov10', 1],
])('%s is recognized by its shape, with a word on its licence', (_, shape, decoder, overlap) => {
  expect(yolo.recognize(facts(shape))).toMatchObject({
    task: 'object-detection',
    input: { size: 640, resize: 'letterbox', pad: 114, std: [255] },
    output: { decoder, overlap, names: { predictions: 'output0' } },
    notes: [expect.stringMatching(/AGPL-3\.0: .* buy a licence/)],
  });
});

test.each([
  ['YOLO v5', [1, 25_200, 85]],
  ['YOLO v8', [1, 84, 8400]],
  ['YOLOX', [1, 8400, 85]],
])('%s with another number of labels says that, instead of being of no kind', (_, shape) => {
  const labelled = (count: number) => () =>
    yolo.recognize(facts(shape, { labels: Array.from({ length: count }, (_, at) => `thing-${at}`) }));
  expect(labelled(79)).toThrow(/It does not have 79 classes: give a label for each class with --labels/);
  expect(labelled(0)).toThrow('It has no labels: use --labels FILE, a file with one label per line.');
});

test('YOLOX has as many rows as cells, its colours in another order, and a free licence', () => {
  const draft = yolo.recognize(facts([1, 8400, 85]));
  expect(draft).toMatchObject({ input: { colour: 'BGR' }, output: { decoder: 'yolox' }, notes: [] });
  expect(draft!.input).not.toHaveProperty('std');
});

test('a size that the network leaves open is that of its export', () => {
  const inputs = [{ name: 'images', type: 'float32', shape: [1, 3, -1, -1] }];
  const draft = yolo.recognize(facts([1, 84, -1], { inputs, metadata: { imgsz: '[512, 512]' } }));
  expect(draft).toMatchObject({ input: { size: 512 }, output: { decoder: 'yolov8' } });
});

test('an SSD of TensorFlow is recognized by its outputs, all of which it must have', () => {
  const outputs = ['detection_boxes:0', 'detection_classes:0', 'detection_scores:0', 'num_detections:0'].map((name) => ({
    ...{ name, type: 'float32' },
    shape: [1, 100],
  }));
  const inputs = [{ name: 'image_tensor:0', type: 'uint8', shape: [-1, -1, -1, 3] }];
  expect(ssd.recognize(facts([], { inputs, outputs }))).toMatchObject({
    task: 'object-detection',
    input: { size: 300, resize: 'stretch', layout: 'NHWC', type: 'uint8' },
    output: { decoder: 'ssd' },
  });
  expect(ssd.recognize(facts([], { inputs, outputs: outputs.slice(1) }))).toBeUndefined();
});
