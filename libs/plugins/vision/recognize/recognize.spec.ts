import type { CollectedMatch, CollectionQuery } from '@percept/sdk/pipelines';
import type { BoundingBox, ModelTasks } from '@percept/sdk/models';
import { capabilityPath, runCapability } from '@percept/sdk/testing';
import sharp from 'sharp';
import { testImage } from '../../../../test/harness/fixtures/images';
import { recognize } from './recognize';

const BOXES: BoundingBox[] = [
  { x: 1, y: 2, width: 30, height: 40 },
  { x: 50, y: 4, width: 20, height: 20 },
];
const identity = { name: 'stand-in', version: '3', digest: '0' };
/** The vector of a face says where it is. */
const models: Partial<ModelTasks> = {
  'face-detection': {
    identity,
    run: async (_image, { minConfidence }) =>
      [0.9, 0.7]
        .map((confidence, index) => ({ confidence, bounding_box: BOXES[index]! }))
        .filter(({ confidence }) => confidence >= minConfidence),
  },
  'face-embedding': {
    identity,
    run: async (_image, faces) => faces.map(({ bounding_box: { x } }) => Float32Array.of(3 * Math.cos(x), 3 * Math.sin(x))),
  },
};

const match = (label: string | null, similarity: number): CollectedMatch => ({ id: 'e', label, metadata: {}, similarity });
let image: string;
let asked: CollectionQuery[];
beforeEach(async () => {
  image = (await testImage({ format: 'png' })).toString('base64');
  asked = [];
});

async function run(input: Record<string, unknown>, found: CollectedMatch[][] = [[], []]) {
  const search = (query: CollectionQuery) => found[asked.push(query) - 1]!;
  return runCapability(recognize, { image, ...input }, { models, search });
}

test('each face has the name of the most similar person, and unknown where nobody is similar enough', async () => {
  expect(capabilityPath(recognize)).toBe('/v2/vision/recognize');
  const first = [match(null, 0.99), match('Ada', 0.912_345), match('Ben', 0.8), match('Ada', 0.75), match('Cleo', 0.4)];
  const output = await run({ min_similarity: 0.72 }, [first, [match('Ben', 0.7)]]);
  const candidates = [
    { name: 'Ada', similarity: 0.9123 },
    { name: 'Ben', similarity: 0.8 },
  ];
  expect(output).toEqual({
    faces: [
      { confidence: 0.9, bounding_box: BOXES[0], name: 'Ada', similarity: 0.9123, candidates },
      { confidence: 0.7, bounding_box: BOXES[1], name: 'unknown', similarity: 0.7, candidates: [] },
    ],
    ...{ total_faces: 2, min_similarity: 0.72, model: { name: 'stand-in', version: '3' } },
    image_properties: { width: 96, height: 64, format: 'png' },
  });
});

test('each face is searched with its vector of the length 1, in the collection that is named', async () => {
  await run({ collection: 'staff' });
  expect(asked).toMatchObject([
    { collection: 'staff', model: { name: 'stand-in', version: '3' } },
    { collection: 'staff', model: { name: 'stand-in', version: '3' } },
  ]);
  expect([...asked[1]!.vector].map((value) => value.toFixed(4))).toEqual([Math.cos(50), Math.sin(50)].map((v) => v.toFixed(4)));
});

test('without names nothing is searched; vectors and small copies of the faces alone come where they are asked for', async () => {
  const output = await run({ names: false, embeddings: true, thumbnail: 32, min_confidence: 0.8 });
  expect(asked).toEqual([]);
  const [face] = output.faces as { embedding: number[]; thumbnail: string }[];
  expect(face).toMatchObject({ name: 'unknown' });
  expect(face).not.toHaveProperty('similarity');
  expect(Math.hypot(...face!.embedding)).toBeCloseTo(1, 5);
  const { width, height, format } = await sharp(Buffer.from(face!.thumbnail, 'base64')).metadata();
  expect([Math.max(width, height), format]).toEqual([32, 'jpeg']);
  expect(output.faces).toHaveLength(1);
});

test('a face that the collection knows nobody for is unknown, without a similarity', async () => {
  const { faces } = await run({});
  expect(faces).toMatchObject([{ name: 'unknown' }, { name: 'unknown' }]);
  expect(JSON.stringify(faces)).not.toContain('similarity');
});
