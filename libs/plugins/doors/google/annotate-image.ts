import type { DoorCall } from '@percept/sdk/doors';
import {
  toFaceAnnotation,
  toImageProperties,
  toLabel,
  toLocalizedObject,
  type AnnotatedColor,
  type AnnotatedFace,
  type FoundLabel,
  type FoundObject,
  type AnnotatedSize,
  toVertices,
} from './annotations';
import { UNIMPLEMENTED } from './google-error';
import type { AnnotateRequest, VisionFeature } from './vision-request';
import type { BoundingBox } from '@percept/sdk/models';

interface FoundText {
  text: string;
  confidence: number;
  /** Corners, clockwise from the start of the upper edge. */
  polygon: { x: number; y: number }[];
}

type FoundWord = FoundText & { characters: FoundText[] };

type FoundLine = FoundText & { bounding_box: BoundingBox; words: FoundWord[] };

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
  faces?: AnnotatedFace[];
  text?: FoundLine[];
  colors?: AnnotatedColor[];
  metadata: AnnotatedSize;
}

/** An `AnnotateImageResponse`: calls `vision.classify` for labels, and `vision.analyze` once for everything else. */
export async function annotateImage(call: DoorCall, { image, features }: AnnotateRequest): Promise<object> {
  const answer: Record<string, unknown> = {};
  const labels = features.get('LABEL_DETECTION');
  if (labels !== undefined) {
    const fields = { ...image, max_results: Math.min(labels, 100) };
    const { output } = await call.call<{ classifications: FoundLabel[] }>('vision.classify', { fields });
    answer.labelAnnotations = output.classifications.map(toLabel);
  }
  const parts = [...new Set([...features.keys()].flatMap((feature) => ANALYZED[feature] ?? []))];
  if (parts.length > 0) {
    const level = parts.includes('text') && { text_level: 'character' };
    const points = parts.includes('faces') && { landmarks: true };
    const fields = { ...image, features: parts, include_metadata: true, ...level, ...points };
    const { output } = await call.call<Analyzed>('vision.analyze', { fields });
    Object.assign(answer, toAnnotations(output, features));
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
    ...(faces && { faceAnnotations: first(faces, 'FACE_DETECTION').map(toFaceAnnotation) }),
    ...(text &&
      readText &&
      text.length > 0 && { textAnnotations: toTextAnnotations(text), fullTextAnnotation: toFullText(text, metadata) }),
    ...(colors && { imagePropertiesAnnotation: toImageProperties(first(colors, 'IMAGE_PROPERTIES')) }),
  };
}

/** `textAnnotations`: the whole text first, then each word. */
function toTextAnnotations(lines: readonly FoundLine[]): object[] {
  if (lines.length === 0) return [];
  const whole = {
    locale: '',
    description: lines.map(({ text }) => text).join('\n'),
    boundingPoly: { vertices: toVertices(around(lines)) },
  };
  const words = lines.flatMap((line) => line.words);
  return [whole, ...words.map(({ text, polygon }) => ({ description: text, boundingPoly: { vertices: polygon } }))];
}

/** `fullTextAnnotation`: each line becomes a block with a paragraph. */
function toFullText(lines: readonly FoundLine[], { width, height }: AnnotatedSize): object {
  const blocks = lines.map((line) => {
    const place = placeOf(line);
    return { ...place, blockType: 'TEXT', paragraphs: [{ ...place, words: line.words.map(toWord) }] };
  });
  return { pages: [{ width, height, blocks }], text: lines.map(({ text }) => `${text}\n`).join('') };
}

/** Clients join the symbols to a text by the breaks. */
function toWord(word: FoundWord, index: number, { length }: readonly FoundWord[]): object {
  const symbols: object[] = word.characters.map((each) => ({ ...placeOf(each), text: each.text }));
  const type = index === length - 1 ? 'EOL_SURE_SPACE' : 'SPACE';
  symbols.push({ ...symbols.pop(), property: { detectedBreak: { type } } });
  return { ...placeOf(word), symbols };
}

const placeOf = ({ confidence, polygon }: FoundText): object => ({ boundingBox: { vertices: polygon }, confidence });

function around(lines: readonly FoundLine[]): BoundingBox {
  const boxes = lines.map(({ bounding_box }) => bounding_box);
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
