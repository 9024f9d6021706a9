import type { BoundingBox } from '@percept/sdk/models';
import { findCategory, listKinds } from './kinds';

export interface RekognitionSize {
  width: number;
  height: number;
}

interface Placed {
  confidence: number;
  bounding_box: BoundingBox;
}
type Points = Record<string, { x: number; y: number }>;
export type RekognitionFace = Placed & { emotions: Record<string, number>; landmarks?: Points };
export type Detected = Placed & { object: string };

export interface Classified {
  label: string;
  confidence: number;
  category: string;
}

export interface RekognitionColor {
  hex: string;
  rgb: { r: number; g: number; b: number };
  name: string;
  fraction: number;
}

/** AWS gives confidences in percent. */
export const awsPercent = (confidence: number): number => Number((confidence * 100).toFixed(4));

/** Turns `traffic light` into `Traffic Light`. */
export const titleCase = (name: string): string => name.replace(/(^|[ -])\p{Ll}/gu, (letter) => letter.toUpperCase());

/** A box as fractions of the picture. */
export function toBox({ x, y, width, height }: BoundingBox, size: RekognitionSize): object {
  return { Left: x / size.width, Top: y / size.height, Width: width / size.width, Height: height / size.height };
}

const named = (name: string): Named => ({ Name: titleCase(name) });

interface Named {
  Name: string;
}
export interface RekognitionLabel extends Named {
  Confidence: number;
  Instances: object[];
  Parents: Named[];
  Aliases: object[];
  Categories: Named[];
}

/** A label that has no instances yet. @param category known from another label; the default is that of the label's kind. */
export function labelFor(name: string, Confidence = 0, category = findCategory(name)): RekognitionLabel {
  return {
    ...{ Name: titleCase(name), Confidence, Instances: [], Aliases: [] },
    Parents: listKinds(name).map(named),
    Categories: category ? [named(category)] : [],
  };
}

/**
 * Objects with their places, labels of the whole picture, and the kinds of both; most confident first. A kind is as confident as
 * its surest member.
 */
export function toLabels(
  detections: readonly Detected[],
  classified: readonly Classified[],
  size: RekognitionSize,
): RekognitionLabel[] {
  const labels = new Map<string, RekognitionLabel>();
  const raise = (name: string, confidence: number): RekognitionLabel => {
    const label = labels.get(titleCase(name)) ?? labelFor(name);
    labels.set(label.Name, label);
    label.Confidence = Math.max(label.Confidence, awsPercent(confidence));
    return label;
  };
  for (const { object, confidence, bounding_box } of detections)
    raise(object, confidence).Instances.push({ BoundingBox: toBox(bounding_box, size), Confidence: awsPercent(confidence) });
  for (const { label, confidence, category } of classified) raise(label, confidence).Categories = [named(category)];
  for (const { Parents, Confidence } of labels.values()) for (const { Name } of Parents) raise(Name, Confidence / 100);
  return [...labels.values()].sort((a, b) => b.Confidence - a.Confidence);
}

/** Rekognition's names for expressions; it calls neutral CALM. */
const EMOTIONS: Readonly<Record<string, string>> = {
  happy: 'HAPPY',
  sad: 'SAD',
  angry: 'ANGRY',
  surprise: 'SURPRISED',
  fear: 'FEAR',
  disgust: 'DISGUSTED',
  neutral: 'CALM',
};

/** Rekognition's names for points; it has none for the middle of the mouth and for ears. */
const LANDMARKS: Readonly<Record<string, string>> = { left_eye: 'eyeLeft', right_eye: 'eyeRight', nose: 'nose' };

function toLandmarks(points: Points, { width, height }: RekognitionSize): object[] {
  return Object.entries(points).flatMap(([name, { x, y }]) => {
    const Type = LANDMARKS[name];
    return Type ? [{ Type, X: x / width, Y: y / height }] : [];
  });
}

export function toFaceDetail(
  { confidence, bounding_box, emotions, landmarks }: RekognitionFace,
  size: RekognitionSize,
  withEmotions: boolean,
): object {
  const shown = Object.entries(emotions).map(([name, each]) => ({
    Type: EMOTIONS[name] ?? 'UNKNOWN',
    Confidence: awsPercent(each),
  }));
  return {
    BoundingBox: toBox(bounding_box, size),
    Confidence: awsPercent(confidence),
    ...(landmarks && { Landmarks: toLandmarks(landmarks, size) }),
    ...(withEmotions && { Emotions: shown.sort((a, b) => b.Confidence - a.Confidence) }),
  };
}

export function toRekognitionProperties(colors: readonly RekognitionColor[]): object {
  const DominantColors = colors.map(({ hex, rgb, name, fraction }) => ({
    ...{ Red: rgb.r, Green: rgb.g, Blue: rgb.b, HexCode: hex, CSSColor: name, SimplifiedColor: name },
    PixelPercent: awsPercent(fraction),
  }));
  return { DominantColors };
}
