import type { BoundingBox, TextReader } from '@percept/sdk/models';
import { capabilityPath, runCapability } from '@percept/sdk/testing';
import { testImage } from '../../../../test/harness/fixtures/images';
import { text } from './text';

const BOX: BoundingBox = { x: 1, y: 2, width: 30, height: 10 };
const LINES = [
  { text: 'TOTAL', confidence: 0.912_345, bounding_box: BOX },
  { text: '12.50', confidence: 0.4, bounding_box: { ...BOX, y: 20 } },
];
const reader: TextReader = {
  identity: { name: 'stand-in', version: '1', digest: '0' },
  uses: [{ name: 'finder', version: '1', digest: '1' }],
  characters: [],
  run: async (_image, { minConfidence = 0 }) => LINES.filter(({ confidence }) => confidence >= minConfidence),
};

let image: string;
beforeAll(async () => (image = (await testImage({ format: 'png' })).toString('base64')));
const run = (input: Record<string, unknown> = {}, own = reader) =>
  runCapability(text, { image, ...input }, { models: { 'text-recognition': own } });

describe('vision.text', () => {
  test('gives the whole text and each line with its box', async () => {
    expect(capabilityPath(text)).toBe('/v2/vision/text');
    expect(await run()).toEqual({
      text: 'TOTAL\n12.50',
      lines: [
        { text: 'TOTAL', confidence: 0.9123, bounding_box: BOX },
        { text: '12.50', confidence: 0.4, bounding_box: { ...BOX, y: 20 } },
      ],
      image_properties: { width: 96, height: 64, format: 'png' },
    });
  });

  test('leaves out lines below the confidence, under either name', async () => {
    expect(await run({ min_confidence: 0.5 })).toMatchObject({ text: 'TOTAL' });
    expect(await run({ confidence_threshold: 1 })).toMatchObject({ text: '', lines: [] });
    await expect(run({ min_confidence: 2 })).rejects.toMatchObject({ details: { field: 'min_confidence' } });
  });
});
