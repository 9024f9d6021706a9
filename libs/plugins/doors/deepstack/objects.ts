import type { DoorAnswer, DoorCall, DoorRoute } from '@percept/sdk/doors';
import type { BoundingBox } from '@percept/sdk/models';
import { leastIn, pictureIn, readForm } from './form';
import { toMilliseconds, toPrediction, withPredictions } from './predictions';

/** DeepStack's default; Percept's own routes have 0.6. */
const MIN_CONFIDENCE = 0.45;
const SCENE = 'scene';

interface Found {
  confidence: number;
  bounding_box: BoundingBox;
}

async function detect(call: DoorCall): Promise<DoorAnswer> {
  const { model } = call.params;
  const { fields, media } = await readForm(call);
  const result = await call.call<{ detections: (Found & { object: string })[] }>('vision.detect', {
    fields: { min_confidence: leastIn(fields) ?? MIN_CONFIDENCE, ...(model !== undefined && { model }) },
    media: pictureIn(media),
  });
  const found = result.output.detections.map((each) => toPrediction(each, each.object));
  return { body: withPredictions(found, result) };
}

async function listDetectors(call: DoorCall): Promise<DoorAnswer> {
  await readForm(call);
  const models = call.models().flatMap(({ name, task }) => (task === 'object-detection' ? name : []));
  return { body: { success: true, models, code: 200 } };
}

async function findFaces(call: DoorCall): Promise<DoorAnswer> {
  const { fields, media } = await readForm(call);
  const least = leastIn(fields) ?? MIN_CONFIDENCE;
  const input = { fields: { features: ['faces'] }, media: pictureIn(media) };
  const result = await call.call<{ faces: Found[] }>('vision.analyze', input);
  const found = result.output.faces.filter(({ confidence }) => confidence >= least).map((each) => toPrediction(each));
  return { body: withPredictions(found, result) };
}

async function nameScene(call: DoorCall): Promise<DoorAnswer> {
  const media = pictureIn((await readForm(call)).media);
  const fields = { confidence_threshold: 0, max_results: 100 };
  const result = await call.call<{ classifications: { label: string; confidence: number; category: string }[] }>(
    'vision.classify',
    { fields, media },
  );
  const scene = result.output.classifications.find(({ category }) => category === SCENE);
  const { label = 'unknown', confidence = 0 } = scene ?? {};
  return { body: { success: true, label, confidence, ...toMilliseconds(result) } };
}

async function judgeText(call: DoorCall): Promise<DoorAnswer> {
  const { fields } = await readForm(call);
  const result = await call.call<{ scores: Record<'positive' | 'negative', number> }>('text.sentiment', {
    fields: { text: fields.text },
  });
  const { positive, negative } = result.output.scores;
  const sum = positive + negative;
  const probability = sum > 0 ? positive / sum : 0.5;
  return {
    body: { success: true, is_positive: probability > 0.5, positive_probability: probability, ...toMilliseconds(result) },
  };
}

/** DeepStack's paths for objects, faces without names, scenes and texts. */
export const objectRoutes: readonly DoorRoute[] = [
  { method: 'POST', path: '/v1/vision/custom/list', answer: listDetectors },
  {
    method: 'POST',
    path: ['/v1/vision/detection', '/v1/vision/custom/:model'],
    capability: 'vision.detect',
    answer: detect,
  },
  { method: 'POST', path: '/v1/vision/face', capability: 'vision.analyze', answer: findFaces },
  { method: 'POST', path: '/v1/vision/scene', capability: 'vision.classify', answer: nameScene },
  { method: 'POST', path: '/v1/text/sentiment', capability: 'text.sentiment', answer: judgeText },
];
