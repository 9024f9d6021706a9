import type { ModelFacts } from '@percept/sdk/models';
import { detrDecoders, detr } from './detr';

const frame = { width: 100, height: 200, content: { x: 0, y: 0, width: 100, height: 200 } };
const tensor = (dims: number[], data: number[]) => ({ dims, data: Float32Array.from(data) }) as never;
const logit = (probability: number) => Math.log(probability / (1 - probability));
const options = (labels: number, minScore = 0.1) => ({ labels, minScore, frame, output: {} as never });

test('each query of a DETR has its likeliest class, unless the likeliest is that nothing is there', () => {
  const logits = tensor([1, 2, 3], [Math.log(2), Math.log(6), Math.log(2), 0, 0, 9]);
  const pred_boxes = tensor([1, 2, 4], [0.5, 0.5, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1]);
  expect(detrDecoders.detr!.decode({ logits, pred_boxes }, options(2))).toEqual([
    {
      ...{ label: 1, score: expect.closeTo(0.6, 6) },
      ...{
        left: expect.closeTo(40, 4),
        top: expect.closeTo(90, 4),
        right: expect.closeTo(60, 4),
        bottom: expect.closeTo(110, 4),
      },
    },
  ]);
});

test('the other kinds judge each class by itself: a query may have two', () => {
  const logits = tensor([1, 2, 2], [logit(0.9), logit(0.3), logit(0.05), logit(0.6)]);
  const pred_boxes = tensor([1, 2, 4], [0.5, 0.5, 1, 1, 0.25, 0.25, 0.5, 0.5]);
  const found = detrDecoders['detr-focal']!.decode({ logits, pred_boxes }, options(2));
  expect(found.map(({ label, score }) => [label, Number(score.toFixed(4))])).toEqual([
    [0, 0.9],
    [1, 0.6],
    [1, 0.3],
  ]);
  expect(found[1]).toMatchObject({ left: 0, top: 0, right: 50, bottom: 100 });
  expect(found[2]).toMatchObject({ left: 0, top: 0, right: 100, bottom: 200 });
});

test('labels that do not fit the classes are named', () => {
  const outputs = { logits: tensor([1, 2, 3], [0, 0, 0, 0, 0, 0]), pred_boxes: tensor([1, 2, 4], Array<number>(8).fill(0)) };
  expect(() => detrDecoders['detr-focal']!.decode(outputs, options(2))).toThrow(
    /1 × 2 × 3 logits, but its labels ask for 2 classes/,
  );
  expect(() => detrDecoders.detr!.decode(outputs, options(3))).toThrow(/ask for 4 classes/);
});

test('RF-DETR scales fractions without smoothing, as it was trained; the others scale as the processors of the Hub do', () => {
  const port = (name: string, shape: number[]) => ({ name, shape, type: 'float32' });
  const scaling = (config: Record<string, unknown>, [logits, boxes]: [string, string]) =>
    detr.recognize({
      ...({ config, labels: ['cup'], preprocessor: {}, metadata: {}, ocr: {}, network: 'net.onnx', files: [] } as const),
      inputs: [port('input', [1, 3, 64, 64])],
      outputs: [port(logits, [1, 9, 1]), port(boxes, [1, 9, 4])],
    } satisfies ModelFacts)?.input?.arithmetic;
  expect(scaling({ model_type: 'rt_detr' }, ['logits', 'pred_boxes'])).toBe('torch');
  expect(scaling({ model_type: 'rf_detr' }, ['logits', 'pred_boxes'])).toBe('fractions');
  // As RF-DETR's own package exports it.
  expect(scaling({}, ['labels', 'dets'])).toBe('fractions');
});
