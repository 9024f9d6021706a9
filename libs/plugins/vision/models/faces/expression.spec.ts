import { Tensor } from 'onnxruntime-node';
import type { Image } from '@percept/sdk';
import type { LoadedModel } from '@percept/sdk/models';
import { openExpressionReader } from './expression';

const SIZE = 16;
const BOX = { x: 10, y: 10, width: 20, height: 20 };
const LABELS = ['happy', 'sad', 'neutral'];
const image = {
  properties: { width: 40, height: 40, format: 'png' },
  crop: async (_region: unknown, { width, height }: { width: number; height: number }) => new Uint8Array(width * height * 3),
} as unknown as Image;

/** A reader whose network gives these answers, one for each crop that it is shown; `left` are those that it was not asked for. */
function readerOf(left: number[][], input: object, output: object = {}) {
  const run = async (feeds: Record<string, Tensor>) => {
    const crops = left.splice(0, feeds['image']!.dims[0]);
    return { probabilities: new Tensor('float32', crops.flat(), [crops.length, LABELS.length]) };
  };
  const port = { name: 'image', type: 'float32', shape: ['batch', SIZE, SIZE, 3] };
  const session = {
    ...{ inputNames: ['image'], outputNames: ['probabilities'], inputs: [port], outputs: [{ name: 'probabilities' }], run },
    release: async () => undefined,
  };
  const manifest = {
    task: 'facial-expression',
    labels: LABELS,
    input: {
      ...{ size: SIZE, resize: 'upright', margin: 1, again: [], layout: 'NHWC', type: 'float32', colour: 'RGB' },
      ...{ mean: [0], std: [1], ...input },
    },
    output: { decoder: 'probabilities', temperature: 1, names: {}, factors: {}, ...output },
  };
  const model = { identity: { name: 'stand-in', version: '1', digest: '0' }, manifest, session };
  const { runner } = openExpressionReader(model as unknown as LoadedModel);
  return (faces: number) =>
    runner.run(
      image,
      Array.from({ length: faces }, () => ({ bounding_box: BOX })),
    );
}

test('only a face of which the first look is not sure is looked at in the mirror', async () => {
  const left = [[0.95, 0.05, 0], [0.6, 0, 0.4], [0.2, 0, 0.8], []];
  const answers = await readerOf(left, { mirrored: true })(2);
  expect(answers[0]!['happy']).toBeCloseTo(0.95, 6);
  expect(answers[1]!['neutral']).toBeCloseTo(0.6, 6);
  expect(left).toEqual([[]]);
});

test('an expression that is named too often is looked at in every square, and counts less', async () => {
  const sad = [0.04, 0.96, 0];
  const left = [sad, [0.95, 0.05, 0], sad, [0.4, 0.6, 0], [0.6, 0.4, 0], []];
  const [first, second] = await readerOf(left, { mirrored: true, again: [0.75, 1.5] }, { factors: { sad: 0.5 } })(2);
  // Mean of four looks: happy 0.27, sad 0.73; sad counts half.
  expect(first!['sad']).toBeCloseTo(0.365 / 0.635, 6);
  expect(second!['happy']).toBeCloseTo(0.95 / 0.975, 6);
  expect(left).toEqual([[]]);
});

test('the mirror alone may clear the doubt', async () => {
  const left = [[0.45, 0.55, 0], [0.8, 0.2, 0], []];
  const [answer] = await readerOf(left, { mirrored: true, again: [2] }, { factors: { sad: 0.5 } })(1);
  expect(answer!['happy']).toBeCloseTo(0.625 / 0.8125, 6);
  expect(left).toEqual([[]]);
});
