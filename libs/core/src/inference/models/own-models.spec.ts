/** @jest-environment ./test/onnx-environment.js */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { openModels, type Models } from '../../../../../test/harness/model-tasks';
import { brightness, tinyModel, writeModel, type TinyModel } from '../../../../../test/harness/fixtures/tiny-models';
import { openImage } from '../media/images/open-image';
import type { ModelTask } from './runtime/model-tasks';

const LIMITS = { maxBytes: 1e7, maxSide: 4096 };

let dir: string;
let models: Models | undefined;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'percept-own-'))));
afterEach(async () => {
  await models?.close();
  models = undefined;
  rmSync(dir, { recursive: true, force: true });
});

const open = () => (models = openModels({ modelsDir: dir, dataDir: dir }));

async function plain(background: string, size = { width: 64, height: 32 }) {
  const bytes = await sharp({ create: { ...size, channels: 3, background } })
    .png()
    .toBuffer();
  return openImage(bytes, LIMITS);
}

function page(task: ModelTask, input: string, output: string, labels = 'labels: [cat, dog]'): string {
  return `task: ${task}\nfile: net.onnx\nsource: tests\nlicence: Apache-2.0\ninput: ${input}\noutput: ${output}\n${labels}\n`;
}

/** Of an image of 64 × 32 stretched or letterboxed to 64 × 64: the dog's box, from 8, 24 to 24, 40 of the input. */
const DOG = { left: 8, top: 24, right: 24, bottom: 40 };
const CENTRED = [16, 32, 16, 16];
const NOTHING = [0, 0, 0, 0];

const input = '{ size: 64, resize: letterbox, layout: NCHW, type: float32, std: [255], pad: 255 }';
const shape = [1, 3, 64, 64];
const float = (name: string, dims: number[], values: number[]) => ({ name, shape: dims, values });

/** 8 × 8, 4 × 4 and 2 × 2 cells; the dog is in the cell of stride 8 at column 2, row 4. */
function yoloxRows(): number[] {
  const rows = Array.from({ length: 84 }, () => [...NOTHING, 0, 0, 0]);
  rows[4 * 8 + 2] = [0, 0, Math.log(2), Math.log(2), 0.9, 0, 1];
  return rows.flat();
}

/** The numbers of boxes field by field instead of box by box. */
const transposed = (rows: number[][]) => rows[0]!.map((_, field) => rows.map((row) => row[field]!)).flat();
const corners = [DOG.left, DOG.top, DOG.right, DOG.bottom];
const fractions = corners.map((side) => side / 64);
const yxyx = [fractions[1]!, fractions[0]!, fractions[3]!, fractions[2]!];

const DETECTORS: [string, Omit<TinyModel, 'shape' | 'full'>, string][] = [
  ['yolox', { outputs: [float('net', [1, 84, 7], yoloxRows())] }, ''],
  ['yolov5', { outputs: [float('net', [1, 2, 7], [...CENTRED, 0.9, 0.1, 1, ...NOTHING, 0, 0, 0])] }, ''],
  [
    'yolov8',
    {
      outputs: [
        float(
          'net',
          [1, 6, 2],
          transposed([
            [...CENTRED, 0.1, 0.9],
            [...NOTHING, 0, 0],
          ]),
        ),
      ],
    },
    '',
  ],
  ['yolov10', { outputs: [float('net', [1, 2, 6], [...corners, 0.9, 1, ...NOTHING, 0, 0])] }, ''],
  [
    'ssd',
    {
      outputs: [
        float('detection_boxes', [1, 2, 4], [...yxyx, ...NOTHING]),
        { name: 'detection_classes', shape: [1, 2], values: [2, 1], element: 'int64' },
        float('detection_scores', [1, 2], [0.9, 0]),
      ],
    },
    '',
  ],
  [
    'ssd',
    {
      outputs: [
        float('bboxes', [1, 1, 4], fractions),
        { name: 'labels', shape: [1, 1], values: [1], element: 'int64' },
        float('detection_scores', [1, 1], [0.9]),
      ],
    },
    ', box_order: xyxy, first_class: 0, names: { boxes: bboxes, classes: labels }',
  ],
  [
    'yolov3',
    {
      inputs: [{ name: 'image_shape', shape: [1, 2] }],
      outputs: [
        float('yolonms_layer_1', [1, 2, 4], [...NOTHING, 24, 8, 40, 24]),
        float('yolonms_layer_1:1', [1, 2, 2], [0, 0, 0, 0.9]),
        { name: 'yolonms_layer_1:2', shape: [1, 1, 3], values: [0, 1, 1], element: 'int32' },
      ],
    },
    '',
  ],
];

describe('a detector of the user', () => {
  test.each(DETECTORS)('decoded as %s puts its box into the image', async (decoder, net, more) => {
    // A white image between white bars is all light, so that the boxes are exact.
    writeModel(dir, 'mine', {
      page: page('object-detection', input, `{ decoder: ${decoder}${more} }`),
      onnx: tinyModel({ ...net, shape, full: 1 }),
    });
    const detector = await open().get('object-detection');
    const found = await detector.run(await plain('#fff'), { minConfidence: 0.5 });
    expect(found).toEqual([
      { label: 'dog', confidence: expect.closeTo(0.9, 5), bounding_box: { x: 8, y: 8, width: 16, height: 16 } },
    ]);
    expect(await detector.run(await plain('#000'), { minConfidence: 0.9 })).toEqual([]);
    expect(detector.identity).toMatchObject({ name: 'mine', version: '1' });
  });

  test('decoded as centernet puts its box into the image', async () => {
    const logits = Array.from({ length: 2 * 256 }, (_, index) => (index === 256 + 8 * 16 + 4 ? 4 : -8));
    const wh = Array.from({ length: 4 * 256 }, () => 8);
    writeModel(dir, 'mine', {
      page: page('object-detection', input, '{ decoder: centernet }'),
      onnx: tinyModel({ shape, full: 1, outputs: [float('logits', [1, 2, 16, 16], logits), float('wh', [1, 4, 16, 16], wh)] }),
    });
    const found = await (await open().get('object-detection')).run(await plain('#fff'), { minConfidence: 0.5 });
    expect(found).toMatchObject([{ label: 'dog', bounding_box: { x: 8, y: 8, width: 16, height: 16 } }]);
  });
});

test('ultraface finds faces', async () => {
  const outputs = [float('scores', [1, 2, 2], [0.1, 0.9, 1, 0]), float('boxes', [1, 2, 4], [...fractions, ...NOTHING])];
  writeModel(dir, 'mine', {
    page: page('face-detection', input, '{ decoder: ultraface, overlap: 0.5 }', ''),
    onnx: tinyModel({ shape, full: 1, outputs }),
  });
  const faces = await (await open().get('face-detection')).run(await plain('#fff'), { minConfidence: 0.5 });
  expect(faces).toEqual([{ confidence: expect.closeTo(0.9, 5), bounding_box: { x: 8, y: 8, width: 16, height: 16 } }]);
});

describe('a classifier of the user', () => {
  test('answers its labels with their categories, most likely first', async () => {
    writeModel(dir, 'light', brightness(['day', 'night']));
    const classifier = await open().get('image-classification');
    const found = await classifier.run(await plain('#fff'), { minConfidence: 0 });
    expect(found).toEqual([
      { label: 'day', confidence: expect.closeTo(1 / (1 + Math.exp(-8)), 5), category: 'light' },
      { label: 'night', confidence: expect.closeTo(1 / (1 + Math.exp(8)), 5), category: 'general' },
    ]);
    const dark = await classifier.run(await plain('#000'), { minConfidence: 0 });
    expect(dark.map(({ confidence }) => confidence)).toEqual([0.5, 0.5]);
  });

  test.each([
    ['probabilities', [0.25, 0.75], [0.75, 0.25]],
    ['sigmoid', [0, Math.log(3)], [0.75, 0.5]],
  ])('reads %s as they are meant', async (decoder, values, confidences) => {
    writeModel(dir, 'mine', {
      page: page('image-classification', input, `{ decoder: ${decoder} }`),
      onnx: tinyModel({ shape, full: 1, outputs: [float('scores', [1, 2, 1, 1], values)] }),
    });
    const found = await (await open().get('image-classification')).run(await plain('#fff'), { minConfidence: 0 });
    expect(found.map(({ confidence }) => Number(confidence.toFixed(4)))).toEqual(confidences);
  });

  test('crop shows the middle of the image alone', async () => {
    writeModel(dir, 'mine', {
      page: page(
        'image-classification',
        '{ size: 16, resize: crop, crop: 1, layout: NHWC, type: uint8 }',
        '{ decoder: probabilities }',
      ),
      onnx: tinyModel({ shape: [1, 16, 16, 3], element: 'uint8', full: 255, outputs: [float('scores', [1, 2], [1, 0])] }),
    });
    const square = { create: { width: 32, height: 32, channels: 3 as const, background: '#fff' } };
    const bytes = await sharp({ create: { width: 96, height: 32, channels: 3, background: '#000' } })
      .composite([{ input: await sharp(square).png().toBuffer(), left: 32, top: 0 }])
      .png()
      .toBuffer();
    const [first] = await (await open().get('image-classification')).run(await openImage(bytes, LIMITS), { minConfidence: 0.1 });
    expect(first!.confidence).toBeGreaterThan(0.97);
  });

  test('an image that is one long line harms nobody', async () => {
    const { page: text, onnx } = brightness(['day', 'night']);
    writeModel(dir, 'light', { page: text.replace('stretch', 'crop'), onnx });
    const classifier = await open().get('image-classification');
    expect((await classifier.run(await plain('#fff', { width: 4096, height: 1 }), { minConfidence: 0.5 }))[0]!.label).toBe('day');
  });
});
