import { toJsonSchema } from '@percept/sdk';
import type { BoundingBox, ModelTasks } from '@percept/sdk/models';
import { capabilityPath, toOutputSchema, runCapability } from '@percept/sdk/testing';
import { testImage } from '../../../../test/harness/fixtures/images';
import { analyze } from './analyze';

const BOX: BoundingBox = { x: 1, y: 2, width: 30, height: 40 };
const identity = { name: 'stand-in', version: '1', digest: '0' };

/** Which models were asked, in order. */
let asked: string[];
const models: Partial<ModelTasks> = {
  'object-detection': {
    identity,
    labels: ['cat'],
    run: async (_, { minConfidence }) => {
      asked.push(`objects ${minConfidence}`);
      return [{ label: 'cat', confidence: 0.912_345, bounding_box: BOX }];
    },
  },
  'face-detection': {
    identity,
    run: async (_, { minConfidence }) => {
      asked.push(`faces ${minConfidence}`);
      return [{ confidence: 0.812_345, bounding_box: BOX }];
    },
  },
  'facial-expression': {
    identity,
    labels: ['happy', 'sad', 'neutral'],
    run: async (_, boxes) => boxes.map(() => ({ happy: 1 / 3, sad: 1 / 3, neutral: 1 / 3 })),
  },
  'text-recognition': {
    identity,
    uses: [],
    characters: [],
    run: async () => {
      asked.push('text');
      return [{ text: 'FREE WI-FI', confidence: 0.712_345, bounding_box: BOX, polygon: [], words: [] }];
    },
  },
};

let image: string;
beforeAll(async () => (image = (await testImage({ format: 'png' })).toString('base64')));
beforeEach(() => (asked = []));

const run = (input: Record<string, unknown>, others = models) => runCapability(analyze, { image, ...input }, { models: others });

const COLORS = [
  { hex: '#0000dc', rgb: { r: 0, g: 0, b: 220 }, name: 'mediumblue', fraction: 0.5 },
  { hex: '#dc0000', rgb: { r: 220, g: 0, b: 0 }, name: 'red', fraction: 0.5 },
];

describe('vision.analyze', () => {
  test('finds everything if no features are named, with no metadata unless asked', async () => {
    const output = await run({});
    expect(output).toEqual({
      objects: [{ name: 'cat', confidence: 0.9123, bounding_box: BOX }],
      faces: [{ confidence: 0.8123, bounding_box: BOX, emotions: { happy: 0.3334, sad: 0.3333, neutral: 0.3333 } }],
      text: [{ text: 'FREE WI-FI', confidence: 0.7123, bounding_box: BOX }],
      colors: expect.arrayContaining(COLORS),
    });
    expect(asked).toEqual(['objects 0.6', 'faces 0.6', 'text']);
  });

  test.each(['objects', 'faces', 'text', 'colors'])('computes and answers only %s if that is asked for', async (feature) => {
    expect(Object.keys(await run({ features: [feature, feature] }))).toEqual([feature]);
    expect(asked.map((each) => each.split(' ')[0])).toEqual(feature === 'colors' ? [] : [feature]);
  });

  test('searches for objects with the detail that is asked for, and refuses it where no objects are', async () => {
    const details: unknown[] = [];
    const listening: Partial<ModelTasks> = {
      ...models,
      'object-detection': { identity, labels: ['cat'], run: async (_, { detail }) => (details.push(detail), []) },
    };
    await run({ detail: 'high', features: ['objects', 'colors'] }, listening);
    await run({ features: ['objects'] }, listening);
    expect(details).toEqual(['high', 'normal']);
    await expect(run({ detail: 'high', features: ['text'] })).rejects.toMatchObject({ details: { field: 'detail' } });
  });

  test('answers the words of the text if they are asked for', async () => {
    expect(await run({ features: ['text'], text_level: 'word' })).toMatchObject({ text: [{ polygon: [], words: [] }] });
  });

  test('an image without faces is not asked for expressions', async () => {
    const none: Partial<ModelTasks> = {
      'face-detection': { identity, run: async () => [] },
      'facial-expression': { identity, labels: [], run: () => Promise.reject(new Error('asked')) },
    };
    expect(await run({ features: ['faces'] }, { ...models, ...none })).toEqual({ faces: [] });
  });

  test('a broken model fails who asks for its feature, and nobody else', async () => {
    const others = { ...models, 'face-detection': undefined };
    expect(Object.keys(await run({ features: ['objects', 'text', 'colors'] }, others))).toEqual(['objects', 'text', 'colors']);
    await expect(run({ features: ['faces'] }, others)).rejects.toMatchObject({ code: 'INTERNAL' });
    await expect(run({}, others)).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  test.each([
    ['model', { model: 'yolox', features: ['text'] }, /is for the feature 'objects', which 'features' does not ask for/],
    ['text_model', { text_model: 'ocr-chinese', features: ['colors'] }, /is for the feature 'text'/],
    ['landmarks', { landmarks: true, features: ['text'] }, /is for the feature 'faces'/],
    ['text_level', { text_level: 'word', features: ['colors'] }, /is for the feature 'text'/],
  ])('refuses a %s that has no effect', async (field, input, reason) => {
    await expect(run(input)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field, reason: expect.stringMatching(reason) },
    });
  });

  test('tells the metadata of the file if it is asked for', async () => {
    const { metadata } = await run({ features: ['colors'], include_metadata: true });
    const size_bytes = Buffer.from(image, 'base64').length;
    const plain = { has_alpha: false, orientation: 1, color_space: 'srgb', exif: {} };
    expect(metadata).toEqual({ width: 96, height: 64, format: 'png', size_bytes, ...plain });
  });

  test.each([
    [['colours'], 'must be a list of one or more of objects, faces, text, colors (did you mean \'colors\'?), not ["colours"].'],
    [['objects', 'Face'], /did you mean 'faces'\?/],
    [['weather'], /^must be a list of one or more of objects, faces, text, colors, not/],
    [[], /one or more of .*, not an empty list/],
    ['objects', /did you mean 'objects'\?\), not 'objects'/],
    [[7], /not \[7\]/],
    [{}, /must be a list/],
  ])('refuses the features %j, and says what they may be', async (features, reason) => {
    const expected = typeof reason === 'string' ? reason : expect.stringMatching(reason);
    await expect(run({ features })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field: 'features', reason: expected },
    });
  });

  test('rejects an invalid flag', async () => {
    await expect(run({ include_metadata: 'yes' })).rejects.toMatchObject({
      details: { field: 'include_metadata', reason: expect.stringMatching(/true or false, not 'yes'/) },
    });
  });

  test('is documented as the interface has it', () => {
    expect(capabilityPath(analyze)).toBe('/v2/vision/analyze');
    const { properties, required } = toJsonSchema(analyze.input);
    expect(properties!.features).toMatchObject({
      type: 'array',
      minItems: 1,
      items: { type: 'string', enum: ['objects', 'faces', 'text', 'colors'] },
    });
    expect(properties!.include_metadata).toMatchObject({ type: 'boolean', default: false });
    expect(required ?? []).toEqual([]);
    expect(toOutputSchema(analyze).required).toEqual(['processing_time_ms']);
  });
});
