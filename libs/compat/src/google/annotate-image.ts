import type { CompatCalls, Exchange } from '../compat-calls';
import {
  toFace,
  toImageProperties,
  toLabel,
  toLocalizedObject,
  type FoundColor,
  type FoundFace,
  type FoundLabel,
  type FoundObject,
  type Size,
} from './annotations';
import { UNIMPLEMENTED } from './google-door';
import { toFullText, toTextAnnotations, type FoundLine } from './text-annotation';
import type { AnnotateRequest, VisionFeature } from './vision-request';

/** The part of `vision.analyze` that answers each feature. */
const ANALYZED: Partial<Record<VisionFeature, 'objects' | 'faces' | 'text' | 'colors'>> = {
  OBJECT_LOCALIZATION: 'objects',
  FACE_DETECTION: 'faces',
  TEXT_DETECTION: 'text',
  DOCUMENT_TEXT_DETECTION: 'text',
  IMAGE_PROPERTIES: 'colors',
};

interface Analyzed {
  objects?: FoundObject[];
  faces?: FoundFace[];
  text?: FoundLine[];
  colors?: FoundColor[];
  metadata: Size;
}

/** An `AnnotateImageResponse`: calls `vision.classify` for labels, and `vision.analyze` once for everything else. */
export async function annotateImage(
  calls: CompatCalls,
  { image, features }: AnnotateRequest,
  exchange: Exchange,
): Promise<object> {
  const answer: Record<string, unknown> = {};
  const labels = features.get('LABEL_DETECTION');
  if (labels !== undefined) {
    const fields = { ...image, max_results: Math.min(labels, 100) };
    const { output } = await calls.call('vision.classify', { fields }, exchange);
    answer.labelAnnotations = (output as unknown as { classifications: FoundLabel[] }).classifications.map(toLabel);
  }
  const parts = [...new Set([...features.keys()].flatMap((feature) => ANALYZED[feature] ?? []))];
  if (parts.length > 0) {
    const level = parts.includes('text') && { text_level: 'character' };
    const points = parts.includes('faces') && { landmarks: true };
    const fields = { ...image, features: parts, include_metadata: true, ...level, ...points };
    const { output } = await calls.call('vision.analyze', { fields }, exchange);
    Object.assign(answer, toAnnotations(output as unknown as Analyzed, features));
  }
  const missing = [...features.keys()].filter((feature) => feature !== 'LABEL_DETECTION' && !ANALYZED[feature]);
  if (missing.length > 0) answer.error = { code: UNIMPLEMENTED, message: `Percept does not answer ${missing.join(', ')}.` };
  return answer;
}

function toAnnotations({ objects, faces, text, colors, metadata }: Analyzed, features: AnnotateRequest['features']): object {
  const first = <T>(found: T[], feature: VisionFeature): T[] => found.slice(0, features.get(feature));
  const readText = features.has('TEXT_DETECTION') || features.has('DOCUMENT_TEXT_DETECTION');
  return {
    ...(objects && {
      localizedObjectAnnotations: first(objects, 'OBJECT_LOCALIZATION').map((each) => toLocalizedObject(each, metadata)),
    }),
    ...(faces && { faceAnnotations: first(faces, 'FACE_DETECTION').map(toFace) }),
    ...(text &&
      readText &&
      text.length > 0 && { textAnnotations: toTextAnnotations(text), fullTextAnnotation: toFullText(text, metadata) }),
    ...(colors && { imagePropertiesAnnotation: toImageProperties(first(colors, 'IMAGE_PROPERTIES')) }),
  };
}
