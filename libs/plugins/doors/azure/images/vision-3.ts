import { PerceptError } from '@percept/sdk';
import type { DoorAnswer, DoorCall, DoorRoute } from '@percept/sdk/doors';
import type { AnalyzeOutput } from '../../../vision/analyze/analyze-output';
import { AzureError, listIn } from '../azure-error';
import { Picture, toRectangle, toTags } from './picture';
import type { DocumentPage, ReadOutput } from '../../../documents/read/read-output';
import { flat } from '../documents/analyze-result';
import { readSource } from '../documents/document-request';

const READ = 'document.read';

const MODEL_VERSION = '2021-05-01';
const FEATURES = ['Tags', 'Objects', 'Faces', 'Color'];
/** Azure names twelve colours. */
const COLORS: Readonly<Record<string, readonly [number, number, number]>> = {
  ...{ Black: [0, 0, 0], White: [255, 255, 255], Grey: [128, 128, 128], Brown: [139, 69, 19] },
  ...{ Red: [255, 0, 0], Orange: [255, 140, 0], Yellow: [255, 215, 0], Green: [0, 128, 0] },
  ...{ Teal: [0, 128, 128], Blue: [0, 0, 255], Purple: [128, 0, 128], Pink: [255, 150, 180] },
};

/** `POST /vision/v3.2/analyze`. */
async function analyze(call: DoorCall): Promise<DoorAnswer> {
  const features = readFeatures(call.query);
  const has = (feature: string): boolean => features.includes(feature);
  const picture = new Picture(call);
  const labels = has('Tags') ? await picture.classify() : undefined;
  const parts = [
    ...(has('Objects') || has('Tags') ? (['objects'] as const) : []),
    ...(has('Faces') ? (['faces'] as const) : []),
    ...(has('Color') ? (['colors'] as const) : []),
  ];
  const { objects = [], faces = [], colors = [], size } = await picture.analyze(parts);
  const { width, height, format } = size;
  const body = {
    ...(labels && { tags: toTags(labels, objects) }),
    ...(has('Objects') && {
      objects: objects.map(({ bounding_box, name: object, confidence }) => ({
        ...{ rectangle: toRectangle(bounding_box), object, confidence },
      })),
    }),
    ...(has('Faces') && {
      faces: faces.map(({ bounding_box: { x: left, y: top, width: w, height: h } }) => ({
        faceRectangle: { left, top, width: w, height: h },
      })),
    }),
    ...(has('Color') && { color: toColor(colors) }),
    ...{ requestId: call.id, metadata: { width, height, format: format[0]!.toUpperCase() + format.slice(1) } },
    modelVersion: MODEL_VERSION,
  };
  return { body, headers: { 'apim-request-id': call.id } };
}

/** `visualFeatures` is required because Azure's default, `Categories`, uses Azure's own names. */
function readFeatures(query: DoorCall['query']): string[] {
  const asked = listIn(query, 'visualFeatures');
  if (asked.length === 0) throw PerceptError.invalid('visualFeatures', `is missing: name some of ${FEATURES.join(', ')}.`);
  const details = listIn(query, 'details');
  const features = asked.map((name) => FEATURES.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name);
  const missing = [...features, ...details].find((feature) => !FEATURES.includes(feature));
  if (missing === undefined) return features;
  throw new AzureError(
    'InvalidVisualFeature',
    `Percept has no '${missing.slice(0, 40)}'; visualFeatures may be ${FEATURES.join(', ')}.`,
  );
}

/**
 * A colour is dominant if it fills at least a tenth of the picture. Foreground and background are not known, so both get the
 * largest colour.
 */
function toColor(colors: NonNullable<AnalyzeOutput['colors']>): object {
  const dominant = colors.filter(({ fraction }) => fraction >= 0.1);
  const names = [...new Set((dominant.length > 0 ? dominant : colors.slice(0, 1)).map(nameOf))];
  const [first = 'Grey'] = names;
  const vivid = [...colors].sort((a, b) => saturation(b) - saturation(a))[0];
  return {
    ...{ dominantColorForeground: first, dominantColorBackground: first, dominantColors: names },
    accentColor: vivid?.hex.slice(1).toUpperCase() ?? '',
    isBWImg: colors.every((color) => saturation(color) < 0.05),
    isBwImg: colors.every((color) => saturation(color) < 0.05),
  };
}

type Color = NonNullable<AnalyzeOutput['colors']>[number];

const saturation = ({ rgb: { r, g, b } }: Color): number => {
  const most = Math.max(r, g, b);
  return most === 0 ? 0 : (most - Math.min(r, g, b)) / most;
};

function nameOf({ rgb: { r, g, b } }: Color): string {
  const far = ([red, green, blue]: readonly [number, number, number]): number => Math.hypot(r - red, g - green, b - blue);
  return Object.entries(COLORS).sort((a, b2) => far(a[1]) - far(b2[1]))[0]![0];
}

/** Azure Computer Vision 3.2. */
export const vision3Routes: readonly DoorRoute[] = [
  { method: 'POST', path: '/vision/v3.2/analyze', capability: 'vision.analyze', answer: analyze },
  { method: 'POST', path: '/vision/v3.2/read/analyze', answer: readAnalyze },
  { method: 'GET', path: '/vision/v3.2/read/analyzeResults/:result', answer: readResult },
];

/** `POST /vision/v3.2/read/analyze`: accepts the call; the client asks for the result later. */
async function readAnalyze(call: DoorCall): Promise<DoorAnswer> {
  const source = readSource(call, { field: 'document', url: 'url' });
  const { pages } = call.query;
  const id = await call.accept(READ, {
    ...source,
    fields: { ...('fields' in source && source.fields), ...(pages && { pages }) },
  });
  const location = `${call.origin}/vision/v3.2/read/analyzeResults/${id}`;
  return { status: 202, headers: { 'operation-location': location, 'apim-request-id': call.id } };
}

/** `GET /vision/v3.2/read/analyzeResults/{id}`. */
async function readResult(call: DoorCall): Promise<DoorAnswer> {
  const { capability, status, created_at, ended_at, result, error } = await call.accepted(call.params.result!);
  if (capability !== READ) throw PerceptError.notFound('The result');
  const times = {
    createdDateTime: new Date(created_at).toISOString(),
    lastUpdatedDateTime: new Date(ended_at ?? created_at).toISOString(),
  };
  if (status === 'queued') return { body: { status: 'notStarted', ...times } };
  if (status === 'running') return { body: { status, ...times } };
  const read = result as unknown as ReadOutput | null;
  const told = { version: '3.2.0', modelVersion: '2022-04-30', readResults: read?.pages.map(toPage) ?? [] };
  if (status === 'succeeded') return { body: { status, ...times, analyzeResult: told } };
  const message = error?.message ?? 'The analysis was cancelled.';
  return { body: { status: 'failed', ...times, analyzeResult: { ...told, errors: [{ code: 'InvalidRequest', message }] } } };
}

const toPage = ({ number: page, angle, width, height, unit, lines }: DocumentPage): object => ({
  ...{ page, angle, width, height, unit },
  lines: lines.map(({ text, polygon, words = [] }) => ({
    ...{ boundingBox: flat(polygon), text },
    words: words.map((word) => ({ boundingBox: flat(word.polygon), text: word.text, confidence: word.confidence })),
  })),
});
