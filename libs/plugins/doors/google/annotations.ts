import type { BoundingBox } from '@percept/sdk/models';

export interface AnnotatedSize {
  width: number;
  height: number;
}
interface Placed {
  confidence: number;
  bounding_box: BoundingBox;
}
export type FoundObject = Placed & { name: string };
export type AnnotatedFace = Placed & {
  emotions: Record<string, number>;
  landmarks?: Record<string, { x: number; y: number }>;
};
export interface AnnotatedColor {
  rgb: { r: number; g: number; b: number };
  fraction: number;
}
export interface FoundLabel {
  label: string;
  confidence: number;
}

/** The corners of a box in pixels, clockwise from the upper left. */
export function toVertices({ x, y, width, height }: BoundingBox): { x: number; y: number }[] {
  const [right, bottom] = [x + width, y + height];
  return [
    { x, y },
    { x: right, y },
    { x: right, y: bottom },
    { x, y: bottom },
  ];
}

export function toLabel({ label, confidence }: FoundLabel): object {
  return { mid: '', description: label, score: confidence, topicality: confidence };
}

export function toLocalizedObject({ name, confidence, bounding_box }: FoundObject, { width, height }: AnnotatedSize): object {
  const normalizedVertices = toVertices(bounding_box).map(({ x, y }) => ({ x: x / width, y: y / height }));
  return { mid: '', name, score: confidence, boundingPoly: { normalizedVertices } };
}

/** The lowest probability for each likelihood; docs/compat/google.md has the same table. */
const LIKELIHOODS: readonly [number, string][] = [
  [0.8, 'VERY_LIKELY'],
  [0.5, 'LIKELY'],
  [0.2, 'POSSIBLE'],
  [0.05, 'UNLIKELY'],
  [0, 'VERY_UNLIKELY'],
];

function toLikelihood(probability: number | undefined): string {
  if (probability === undefined) return 'UNKNOWN';
  return LIKELIHOODS.find(([least]) => probability >= least)![1];
}

/** Google's names for landmarks. */
const LANDMARKS: Readonly<Record<string, string>> = {
  left_eye: 'LEFT_EYE',
  right_eye: 'RIGHT_EYE',
  nose: 'NOSE_TIP',
  mouth: 'MOUTH_CENTER',
  left_ear: 'LEFT_EAR_TRAGION',
  right_ear: 'RIGHT_EAR_TRAGION',
};

export function toFaceAnnotation({ confidence, bounding_box, emotions, landmarks = {} }: AnnotatedFace): object {
  const boundingPoly = { vertices: toVertices(bounding_box) };
  return {
    boundingPoly,
    fdBoundingPoly: boundingPoly,
    detectionConfidence: confidence,
    landmarks: Object.entries(landmarks).map(([name, position]) => ({ type: LANDMARKS[name] ?? 'UNKNOWN_LANDMARK', position })),
    joyLikelihood: toLikelihood(emotions.happy),
    sorrowLikelihood: toLikelihood(emotions.sad),
    angerLikelihood: toLikelihood(emotions.angry),
    surpriseLikelihood: toLikelihood(emotions.surprise),
    underExposedLikelihood: 'UNKNOWN',
    blurredLikelihood: 'UNKNOWN',
    headwearLikelihood: 'UNKNOWN',
  };
}

export function toImageProperties(colors: readonly AnnotatedColor[]): object {
  const shown = colors.map(({ rgb: { r, g, b }, fraction }) => ({
    color: { red: r, green: g, blue: b },
    score: fraction,
    pixelFraction: fraction,
  }));
  return { dominantColors: { colors: shown } };
}
