import { toJsonSchema } from '@percept/sdk';
import type { Classification, ImageClassifier } from '@percept/sdk/models';
import { capabilityPath, toOutputSchema, runCapability } from '@percept/sdk/testing';
import { testImage } from '../../../test/harness/fixtures/images';
import { classify } from './classify';

const CLASSIFICATIONS: Classification[] = [
  { label: 'boat', confidence: 0.9, category: 'vehicle' },
  { label: 'sea', confidence: 0.7, category: 'scene' },
  { label: 'person', confidence: 0.3, category: 'person' },
];

/** A fake with three labels that respects the requested confidence. */
const classifier: ImageClassifier = {
  identity: { name: 'stand-in', version: '1', digest: '0' },
  uses: [],
  labels: ['boat', 'sea', 'person'],
  run: async (_image, { minConfidence }) => CLASSIFICATIONS.filter(({ confidence }) => confidence >= minConfidence),
};

let image: string;
beforeAll(async () => (image = (await testImage({ format: 'png' })).toString('base64')));

const run = (input: Record<string, unknown>) =>
  runCapability(classify, { image, ...input }, { models: { 'image-classification': classifier } });
const labels = (output: Record<string, unknown>) => (output.classifications as Classification[]).map(({ label }) => label);

describe('vision.classify', () => {
  test('answers with what the image shows at 0.5 or more, and with the image itself', async () => {
    expect(await run({})).toEqual({
      classifications: CLASSIFICATIONS.slice(0, 2),
      image_properties: { width: 96, height: 64, format: 'png' },
    });
  });

  test.each(['confidence_threshold', 'min_confidence'])('keeps to %s', async (name) => {
    expect(labels(await run({ [name]: 0 }))).toEqual(['boat', 'sea', 'person']);
    expect(labels(await run({ [name]: 0.8 }))).toEqual(['boat']);
    expect(labels(await run({ [name]: 1 }))).toEqual([]);
  });

  test('gives confidences four decimals', async () => {
    const sure: ImageClassifier = { ...classifier, run: async () => [{ ...CLASSIFICATIONS[0]!, confidence: 0.876_543_21 }] };
    const output = await runCapability(classify, { image }, { models: { 'image-classification': sure } });
    expect(output.classifications).toEqual([{ label: 'boat', confidence: 0.8765, category: 'vehicle' }]);
  });

  test('says what came closest only where nothing reached the threshold', async () => {
    const faint = await run({ confidence_threshold: 0.95 });
    expect(faint.classifications).toEqual([]);
    expect(faint.nearest).toEqual(CLASSIFICATIONS);
    expect(await run({ confidence_threshold: 0.8 })).not.toHaveProperty('nearest');
  });

  test('answers with no more than max_results, the most likely ones', async () => {
    expect(labels(await run({ max_results: 1 }))).toEqual(['boat']);
  });

  test.each([
    [{ max_results: 0 }, 'max_results', /between 1 and 100, not 0/],
    [{ max_results: 101 }, 'max_results', /between 1 and 100, not 101/],
    [{ max_results: 1.5 }, 'max_results', /not 1\.5/],
    [{ confidence_threshold: 1.1 }, 'confidence_threshold', /between 0 and 1, not 1\.1/],
    [{ min_confidence: -1 }, 'min_confidence', /between 0 and 1, not -1/],
    [{ confidence_threshold: 0.5, min_confidence: 0.6 }, 'min_confidence', /same parameter/],
    [{ objects: ['car'] }, 'objects', /is not a parameter/],
  ])('refuses %j, naming %s', async (input, field, reason) => {
    await expect(run(input)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field, reason: expect.stringMatching(reason) },
    });
  });

  test('is documented as the interface has it', () => {
    expect(capabilityPath(classify)).toBe('/v2/vision/classify');
    const { properties } = toJsonSchema(classify.input);
    expect(properties!.max_results).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 10 });
    expect(properties!.confidence_threshold).toMatchObject({ minimum: 0, maximum: 1, default: 0.5 });
    expect(properties!.min_confidence).toMatchObject({ minimum: 0, maximum: 1 });
    expect(toOutputSchema(classify).required).toEqual(['classifications', 'image_properties', 'processing_time_ms']);
  });

  test('has examples that its own input class accepts', async () => {
    for (const example of classify.examples ?? []) {
      // The example image is on the web; a local one replaces it.
      const rest = Object.fromEntries(Object.entries(example).filter(([name]) => name !== 'image_url'));
      await expect(run(rest)).resolves.toBeDefined();
    }
  });
});
