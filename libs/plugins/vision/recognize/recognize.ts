import { defineCapability, encodeImage, type Image, ImageInput } from '@percept/sdk';
import type { DetectedFace } from '@percept/sdk/models';
import { roundConfidence } from '../confidence';
import { unitVector } from '../embed/unit-vector';
import { WORKING_SIZE } from '../faces/find-faces';
import { widened } from '../redact/cover';
import { RecognizeOutput, type RecognizedFace, type NamedCandidate } from './recognize-output';
import type { CollectedMatch } from '@percept/sdk/pipelines';
import {
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  JSONSchema,
  IsFraction,
} from '@percept/sdk/decorators';

/** Chosen by `npm run eval -- recognise`. */
const MIN_SIMILARITY = 0.7;

class RecognizeInput extends ImageInput {
  @JSONSchema({ description: 'A collection of the kind `faces`. Its labels are names of people.' })
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  collection = 'people';

  @JSONSchema({ description: 'Whether names are looked up. Without, no collection is needed.' })
  @IsBoolean()
  names = true;

  @JSONSchema({ description: 'Below it, a face is `unknown`.' })
  @IsFraction()
  min_similarity = MIN_SIMILARITY;

  @JSONSchema({ description: 'Only faces with at least this confidence.' })
  @IsFraction()
  min_confidence = 0.6;

  @JSONSchema({ description: 'Whether to answer the vector of each face.' })
  @IsBoolean()
  embeddings = false;

  @JSONSchema({
    description: 'Pixels of the longer side of a small JPEG of each face. None if absent.',
  })
  @IsInt()
  @Min(32)
  @Max(1024)
  @IsOptional()
  thumbnail?: number;
}

/** The name of a face that matches nobody. */
const UNKNOWN = 'unknown';
const MAX_CANDIDATES = 5;

/** Names the faces by the matches for each, in their order. */
function named(output: RecognizeOutput, found: readonly (readonly CollectedMatch[])[]): RecognizeOutput {
  return { ...output, faces: output.faces.map((face, index) => nameOf(face, found[index]!, output.min_similarity)) };
}

function nameOf(face: RecognizedFace, matches: readonly CollectedMatch[], minSimilarity: number): RecognizedFace {
  const people = new Map<string, number>();
  for (const { label, similarity } of matches)
    if (label !== null) people.set(label, Math.max(similarity, people.get(label) ?? -1));
  const all = [...people].map(([name, similarity]): NamedCandidate => ({ name, similarity: roundConfidence(similarity) }));
  all.sort((one, other) => other.similarity - one.similarity);
  const candidates = all.filter(({ similarity }) => similarity >= minSimilarity).slice(0, MAX_CANDIDATES);
  const [nearest] = all;
  const similarity = nearest && { similarity: nearest.similarity };
  return { ...face, name: candidates[0]?.name ?? UNKNOWN, ...similarity, candidates };
}

/** The number of entries compared for each face: a person may have many. */
const NEAREST = 100;
/** The significant digits of a float. */
const DIGITS = 7;
/** The border on each side of a face's small copy, as a part of the face's size. */
const BORDER = 0.2;

export const recognize = defineCapability({
  id: 'vision.recognize',
  operation: 'recognizeFaces',
  summary: 'Finds the faces in an image, and names the people who are in a collection of faces.',
  description:
    'Returns a box, a name and a similarity for each face; the name is `unknown` if nobody in the collection is similar ' +
    'enough. It is off until the operator sets `PERCEPT_FACE_RECOGNITION=on`: most laws require the consent of people whose ' +
    'faces are measured. A similarity does not prove who somebody is.',
  input: RecognizeInput,
  output: RecognizeOutput,
  tasks: ['face-detection', 'face-embedding'],
  examples: [{ image_url: 'https://example.com/door.jpg', collection: 'people', min_similarity: 0.75 }],
  optIn: {
    setting: 'PERCEPT_FACE_RECOGNITION',
    reason: 'It measures faces, for which most laws ask for the consent of the people: read docs/guides/faces.md first.',
  },
  complete: named,
  // Events get no names and vectors: they would remain after a person is deleted.
  told: ({ total_faces, model, image_properties }) => ({ total_faces, model, image_properties }),

  setup({ model }) {
    // The model for vectors is loaded at the first call: most installations never enable this capability.
    return async (
      { image, collection, names, min_similarity, min_confidence, embeddings, thumbnail },
      { timer, used, search },
    ) => {
      const [detector, embedder] = [await model('face-detection'), await model('face-embedding')];
      // Every face is cut out of the same copy.
      const copy = await timer.time('decode', () => image.decoded(WORKING_SIZE));
      const found = await detector.run(copy, { minConfidence: min_confidence, timer });
      used(detector.identity);
      const vectors = (await embedder.run(copy, found, { timer })).map(unitVector);
      used(embedder.identity);
      const { name, version } = embedder.identity;
      const query = { collection, model: { name, version }, limit: NEAREST };
      if (names) for (const vector of vectors) search({ ...query, vector });
      const faces: RecognizedFace[] = [];
      for (const [index, face] of found.entries())
        faces.push({
          ...{ confidence: roundConfidence(face.confidence), bounding_box: face.bounding_box },
          ...{ name: UNKNOWN, candidates: [] },
          ...(embeddings && { embedding: Array.from(vectors[index]!, (value) => Number(value.toPrecision(DIGITS))) }),
          ...(thumbnail !== undefined && { thumbnail: await timer.time('encode', () => smallCopy(copy, face, thumbnail)) }),
        });
      const { width, height, format } = image.properties;
      const image_properties = { width, height, format };
      return { faces, total_faces: faces.length, min_similarity, model: { name, version }, image_properties };
    };
  },
});

/** A JPEG in Base64. */
async function smallCopy(image: Image, { bounding_box }: DetectedFace, side: number): Promise<string> {
  const part = widened(bounding_box, BORDER, image.properties);
  const scale = Math.min(1, side / Math.max(part.width, part.height));
  const size = { width: Math.max(1, Math.round(part.width * scale)), height: Math.max(1, Math.round(part.height * scale)) };
  return Buffer.from(await encodeImage(await image.crop(part, size), size)).toString('base64');
}
