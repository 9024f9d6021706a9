import type { DoorAnswer, DoorCall, DoorRoute } from '@percept/sdk/doors';
import { PerceptError } from '@percept/sdk';
import type { TextLine } from '../../../vision/text/text-output';
import { AzureError, checkVersion, listIn } from '../azure-error';
import { Picture, toRectangle, toTags } from './picture';

const VERSIONS = ['2024-02-01', '2023-10-01'];
const MODEL_VERSION = '2023-10-01';
const FEATURES = ['tags', 'objects', 'people', 'read'];
const PERSON = 'person';

/**
 * `POST /computervision/imageanalysis:analyze`: one call of `vision.classify` for tags, and one of `vision.analyze` for all other
 * features.
 */
async function analyze(call: DoorCall): Promise<DoorAnswer> {
  checkVersion(call.query, VERSIONS);
  const features = readFeatures(call.query);
  const picture = new Picture(call);
  const has = (feature: string): boolean => features.includes(feature);
  const labels = has('tags') ? await picture.classify() : undefined;
  const { objects = [], text = [], size } = await picture.analyze(has('read') ? ['objects', 'text'] : ['objects']);
  const { width, height } = size;
  const placed = objects.map(({ bounding_box, name, confidence }) => ({
    name,
    box: { boundingBox: toRectangle(bounding_box) },
    confidence,
  }));
  const body = {
    ...{ modelVersion: MODEL_VERSION, metadata: { width, height } },
    ...(labels && { tagsResult: { values: toTags(labels, objects) } }),
    ...(has('objects') && {
      objectsResult: { values: placed.map(({ name, box, confidence }) => ({ ...box, tags: [{ name, confidence }] })) },
    }),
    ...(has('people') && {
      peopleResult: {
        values: placed.flatMap(({ name, box, confidence }) => (name === PERSON ? [{ ...box, confidence }] : [])),
      },
    }),
    ...(has('read') && { readResult: { blocks: [{ lines: text.map(toLine) }] } }),
  };
  return { body, headers: { 'apim-request-id': call.id } };
}

function readFeatures(query: DoorCall['query']): string[] {
  const features = listIn(query, 'features').map((name) => name.toLowerCase());
  if (features.length === 0) throw PerceptError.invalid('features', `is missing: name some of ${FEATURES.join(', ')}.`);
  const missing = features.find((feature) => !FEATURES.includes(feature));
  if (missing === undefined) return features;
  throw new AzureError('UnsupportedFeature', `Percept has no '${missing.slice(0, 40)}'; features may be ${FEATURES.join(', ')}.`);
}

const toLine = ({ text, polygon = [], words = [] }: TextLine): object => ({
  ...{ text, boundingPolygon: polygon },
  words: words.map((word) => ({ text: word.text, boundingPolygon: word.polygon, confidence: word.confidence })),
});

/** Azure AI Vision, Image Analysis 4.0. */
export const imageAnalysisRoutes: readonly DoorRoute[] = [
  { method: 'POST', path: '/computervision/imageanalysis::analyze', capability: 'vision.analyze', answer: analyze },
];
