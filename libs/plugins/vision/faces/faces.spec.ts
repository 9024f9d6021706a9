import type { BoundingBox, ModelTasks } from '@percept/sdk/models';
import { capabilityPath, runCapability } from '@percept/sdk/testing';
import { testImage } from '../../../../test/harness/fixtures/images';
import { faces } from './faces';

const BOX: BoundingBox = { x: 1, y: 2, width: 30, height: 40 };
const at = (x: number, y: number) => ({ x, y });
const landmarks = {
  ...{ left_eye: at(5.04, 6), right_eye: at(20.26, 6), nose: at(12, 18) },
  ...{ mouth: at(12, 30), left_ear: at(-0.31, 8), right_ear: at(30, 8) },
};
const identity = { name: 'stand-in', version: '1', digest: '0' };
const models: Partial<ModelTasks> = {
  'face-detection': {
    identity,
    run: async (_image, { minConfidence }) =>
      [0.912_345, 0.4]
        .filter((each) => each >= minConfidence)
        .map((confidence) => ({ confidence, bounding_box: BOX, ...(confidence > 0.5 && { landmarks }) })),
  },
  'facial-expression': {
    identity,
    labels: ['happy', 'sad', 'neutral'],
    run: async (_image, boxes) => boxes.map(() => ({ happy: 1 / 3, sad: 1 / 3, neutral: 1 / 3 })),
  },
};

let image: string;
beforeAll(async () => (image = (await testImage({ format: 'png' })).toString('base64')));
const run = (input: Record<string, unknown> = {}, own = models) => runCapability(faces, { image, ...input }, { models: own });

describe('vision.faces', () => {
  test('gives each face with its box and its expression', async () => {
    expect(capabilityPath(faces)).toBe('/v2/vision/faces');
    expect(await run()).toEqual({
      faces: [{ confidence: 0.9123, bounding_box: BOX, emotions: { happy: 0.3334, sad: 0.3333, neutral: 0.3333 } }],
      total_faces: 1,
      image_properties: { width: 96, height: 64, format: 'png' },
    });
  });

  test('counts those above the confidence, and estimates no expression if nobody asks', async () => {
    const never = { ...models, 'facial-expression': undefined };
    const output = await run({ min_confidence: 0.3, emotions: false }, never);
    expect(output).toMatchObject({ total_faces: 2, faces: [{ confidence: 0.9123 }, { confidence: 0.4 }] });
    expect(JSON.stringify(output)).not.toContain('emotions');
    expect(await run({ confidence_threshold: 1 })).toMatchObject({ faces: [], total_faces: 0 });
  });

  test('answers the points of those faces that have some, in tenths of pixels, if they are asked for', async () => {
    const output = await run({ min_confidence: 0.3, landmarks: true });
    const rounded = { ...landmarks, left_eye: at(5, 6), right_eye: at(20.3, 6), left_ear: at(-0.3, 8) };
    expect(output).toMatchObject({ faces: [{ landmarks: rounded }, {}] });
    expect((output['faces'] as object[])[1]).not.toHaveProperty('landmarks');
  });

  test('refuses a text instead of a flag', async () => {
    await expect(run({ emotions: 'some' })).rejects.toMatchObject({ details: { field: 'emotions' } });
  });
});
