import { toJsonSchema } from '@percept/sdk';
import type { DetectedObject, ObjectDetector } from '@percept/sdk/models';
import { capabilityPath, toOutputSchema, runCapability } from '@percept/sdk/testing';
import { testImage } from '../../../../test/harness/fixtures/images';
import { detect } from './detect';

const FOUND: DetectedObject[] = [
  { label: 'person', confidence: 0.9, bounding_box: { x: 1, y: 2, width: 30, height: 40 } },
  { label: 'traffic light', confidence: 0.7, bounding_box: { x: 5, y: 5, width: 3, height: 9 } },
  { label: 'person', confidence: 0.3, bounding_box: { x: 50, y: 2, width: 10, height: 10 } },
];

/** A fake with three objects that respects the requested confidence. */
const detector: ObjectDetector = {
  identity: { name: 'stand-in', version: '1', digest: '0' },
  labels: ['person', 'traffic light', 'car'],
  run: async (_image, { minConfidence }) => FOUND.filter(({ confidence }) => confidence >= minConfidence),
};

let image: string;
beforeAll(async () => (image = (await testImage()).toString('base64')));

const run = (input: Record<string, unknown>, standIn = detector) =>
  runCapability(detect, { image, ...input }, { models: { 'object-detection': standIn } });
const names = (output: Record<string, unknown>) => (output.detections as { object: string }[]).map(({ object }) => object);

describe('vision.detect', () => {
  test('answers with the objects that are right with 0.6 or more, most confident first', async () => {
    expect(await run({})).toEqual({
      detections: [
        { object: 'person', confidence: 0.9, bounding_box: { x: 1, y: 2, width: 30, height: 40 } },
        { object: 'traffic light', confidence: 0.7, bounding_box: { x: 5, y: 5, width: 3, height: 9 } },
      ],
      total_objects: 2,
    });
  });

  test('keeps to the confidence asked for', async () => {
    expect(names(await run({ min_confidence: 0 }))).toEqual(['person', 'traffic light', 'person']);
    expect(await run({ min_confidence: 1 })).toEqual({ detections: [], total_objects: 0 });
  });

  test.each(['low', 'normal', 'high'] as const)('passes %s detail on to the model', async (detail) => {
    const asked: unknown[] = [];
    const listening: ObjectDetector = { ...detector, run: async (_image, options) => (asked.push(options.detail), []) };
    await run({ detail }, listening);
    expect(asked).toEqual([detail]);
  });

  test.each(['object_types', 'objects'])('finds only what %s names, in any case', async (name) => {
    expect(names(await run({ [name]: ['Traffic Light'] }))).toEqual(['traffic light']);
    expect(names(await run({ [name]: ['car', ' PERSON '] }))).toEqual(['person']);
    expect(names(await run({ [name]: ['car'] }))).toEqual([]);
  });

  test.each([
    [{ objects: ['persn'] }, 'objects', /Did you mean 'person'/],
    [{ object_types: ['person', 'unicorn'] }, 'object_types', /'unicorn' .*Known are person, traffic light/],
    [{ objects: [] }, 'objects', /at least 1/],
    [{ objects: 'person' }, 'objects', /list of texts/],
    [{ objects: [1] }, 'objects', /list of texts/],
    [{ objects: ['car'], object_types: ['person'] }, 'object_types', /same parameter/],
    [{ min_confidence: 2 }, 'min_confidence', /between 0 and 1, not 2/],
    [{ min_confidence: 'high' }, 'min_confidence', /between 0 and 1, not 'high'/],
    [{ confidence_threshold: 0.5, min_confidence: 0.6 }, 'min_confidence', /same parameter/],
    [{ detail: 'highest' }, 'detail', /'low', 'normal', 'high'/],
    [{ max_results: 5 }, 'max_results', /is not a parameter/],
  ])('refuses %j, naming %s', async (input, field, reason) => {
    await expect(run(input)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field, reason: expect.stringMatching(reason) },
    });
  });

  test('never answers with a box of no size: that is a fault of the model, and is reported as one', async () => {
    const broken = { ...detector, run: async () => [{ ...FOUND[0]!, bounding_box: { x: 1, y: 1, width: 0, height: 4 } }] };
    await expect(run({}, broken)).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.stringContaining('detections[0].bounding_box.width'),
    });
  });

  test('is documented as the interface has it', () => {
    expect(capabilityPath(detect)).toBe('/v2/vision/detect');
    expect(toJsonSchema(detect.input).properties!.min_confidence).toMatchObject({ minimum: 0, maximum: 1, default: 0.6 });
    expect(toJsonSchema(detect.input).required).toBeUndefined();
    expect(toOutputSchema(detect).required).toEqual(['detections', 'total_objects', 'processing_time_ms']);
  });

  test('has examples that its own input class accepts', async () => {
    for (const example of detect.examples ?? []) {
      // The example image is on the web; a local one replaces it.
      const rest = Object.fromEntries(Object.entries(example).filter(([name]) => name !== 'image_url'));
      await expect(run(rest)).resolves.toBeDefined();
    }
  });
});
