import type { BoundingBox, RecognizedLine, TextPart, TextReader } from '@percept/sdk/models';
import { capabilityPath, runCapability } from '@percept/sdk/testing';
import { testImage } from '../../../../test/harness/fixtures/images';
import { visionText } from './text';

const BOX: BoundingBox = { x: 1, y: 2, width: 30, height: 10 };
const polygon = [{ x: 1, y: 2 }];
const part = (text: string, confidence: number): TextPart => ({ text, confidence, bounding_box: BOX, polygon });
const LINES: RecognizedLine[] = [
  { ...part('TOTAL', 0.912_345), words: [{ ...part('TOTAL', 0.912_345), characters: [part('T', 0.912_345)] }] },
  { ...part('12.50', 0.4), bounding_box: { ...BOX, y: 20 }, words: [] },
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
  runCapability(visionText, { image, ...input }, { models: { 'text-recognition': own } });

describe('vision.text', () => {
  test('gives the whole text and each line with its box', async () => {
    expect(capabilityPath(visionText)).toBe('/v2/vision/text');
    expect(await run()).toEqual({
      text: 'TOTAL\n12.50',
      lines: [
        { text: 'TOTAL', confidence: 0.9123, bounding_box: BOX },
        { text: '12.50', confidence: 0.4, bounding_box: { ...BOX, y: 20 } },
      ],
      rows: [
        { text: 'TOTAL', lines: [0], gaps: [], bounding_box: BOX },
        { text: '12.50', lines: [1], gaps: [], bounding_box: { ...BOX, y: 20 } },
      ],
      image_properties: { width: 96, height: 64, format: 'png' },
    });
  });

  test('adds words and characters if they are asked for', async () => {
    const word = { ...part('TOTAL', 0.9123) };
    expect(await run({ level: 'word' })).toMatchObject({ lines: [{ polygon, words: [word] }, { words: [] }] });
    expect(((await run({ level: 'word' })) as any).lines[0].words[0]).not.toHaveProperty('characters');
    const { lines } = (await run({ level: 'character' })) as any;
    expect(lines[0].words).toEqual([{ ...word, characters: [part('T', 0.9123)] }]);
    await expect(run({ level: 'glyph' })).rejects.toMatchObject({ details: { field: 'level' } });
  });

  test('leaves out lines below the confidence, under either name', async () => {
    expect(await run({ min_confidence: 0.5 })).toMatchObject({ text: 'TOTAL' });
    expect(await run({ confidence_threshold: 1 })).toMatchObject({ text: '', lines: [] });
    await expect(run({ min_confidence: 2 })).rejects.toMatchObject({ details: { field: 'min_confidence' } });
  });
});
