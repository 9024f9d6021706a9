import type { Image, Region } from '@percept/sdk';
import type { ImageEmbedder, LoadedModel } from '@percept/sdk/models';
import { openClassifierOnFeatures } from './on-features';

const image = { properties: { width: 200, height: 100, format: 'jpeg' } } as Image;

function open({ region, version = '1', scores = [0.2, 0.7] }: { region?: number[]; version?: string; scores?: number[] } = {}) {
  const asked: (Region | undefined)[] = [];
  const trunk: ImageEmbedder = {
    identity: { name: 'trunk', version, digest: '' },
    dimensions: 3,
    inputSize: 8,
    run: async (_image, options) => (asked.push(options?.region), Float32Array.of(1, 2, 3)),
  };
  const session = {
    inputNames: ['features'],
    outputNames: ['scores'],
    run: async () => ({ scores: { data: Float32Array.from(scores) } }),
  };
  const manifest = { labels: ['open', 'closed'], categories: { state: ['open'] }, region, trunk_version: '1' };
  const model = { identity: { name: 'gate' }, manifest, session } as unknown as LoadedModel;
  return { asked, ...openClassifierOnFeatures(model, trunk, (values) => values) };
}

test('answers the labels from the features of the trunk, and names the trunk', async () => {
  const { runner, asked } = open();
  const found = await runner.run(image, { minConfidence: 0 });
  expect(found.map(({ label, category }) => [label, category])).toEqual([
    ['closed', 'general'],
    ['open', 'state'],
  ]);
  expect(await runner.run(image, { minConfidence: 0.5 })).toMatchObject([{ label: 'closed' }]);
  expect(runner.uses).toMatchObject([{ name: 'trunk' }]);
  expect(asked).toEqual([undefined, undefined]);
});

test.each([
  [[0.25, 0.5, 0.5, 0.5], { x: 50, y: 50, width: 100, height: 50 }],
  [[0.999, 0.999, 0.001, 0.001], { x: 199, y: 99, width: 1, height: 1 }],
])('the region %j is %j of an image of 200 × 100 pixels', async (region, pixels) => {
  const { runner, asked } = open({ region });
  await runner.run(image, { minConfidence: 0 });
  expect(asked).toEqual([pixels]);
});

test('a trunk of another version, and a network with another number of labels, are refused by name', async () => {
  expect(() => open({ version: '2' })).toThrow("Model 'gate' reads features of trunk 1, but 2 is installed: teach it again.");
  await expect(open({ scores: [1] }).warm()).rejects.toThrow('answers 1 numbers, but its manifest has 2 labels');
});
