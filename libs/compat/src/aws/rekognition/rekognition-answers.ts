import type { BoundingBox } from '@percept/core';

export interface Size {
  width: number;
  height: number;
}

interface Placed {
  confidence: number;
  bounding_box: BoundingBox;
}
export type FoundFace = Placed & { emotions: Record<string, number> };
export type Detected = Placed & { object: string };

export interface Classified {
  label: string;
  confidence: number;
  category: string;
}

export interface FoundColor {
  hex: string;
  rgb: { r: number; g: number; b: number };
  name: string;
  fraction: number;
}

/** AWS says percent. */
export const percent = (confidence: number): number => Number((confidence * 100).toFixed(4));

/** `traffic light` is `Traffic Light`. */
export const titleCase = (name: string): string => name.replace(/(^|[ -])\p{Ll}/gu, (letter) => letter.toUpperCase());

/** A box as fractions of the picture. */
export function toBox({ x, y, width, height }: BoundingBox, size: Size): object {
  return { Left: x / size.width, Top: y / size.height, Width: width / size.width, Height: height / size.height };
}

interface Label {
  Name: string;
  Confidence: number;
  Instances: object[];
  Parents: object[];
  Aliases: object[];
  Categories: { Name: string }[];
}

/** Objects with their places, and labels of the whole picture, most confident first. */
export function toLabels(detections: readonly Detected[], classified: readonly Classified[], size: Size): Label[] {
  const labels = new Map<string, Label>();
  const labelOf = (name: string): Label => {
    const Name = titleCase(name);
    const label = labels.get(Name) ?? { Name, Confidence: 0, Instances: [], Parents: [], Aliases: [], Categories: [] };
    labels.set(Name, label);
    return label;
  };
  const raise = (label: Label, confidence: number): number =>
    (label.Confidence = Math.max(label.Confidence, percent(confidence)));
  for (const { object, confidence, bounding_box } of detections) {
    const label = labelOf(object);
    raise(label, confidence);
    label.Instances.push({ BoundingBox: toBox(bounding_box, size), Confidence: percent(confidence) });
  }
  for (const { label: name, confidence, category } of classified) {
    const label = labelOf(name);
    raise(label, confidence);
    label.Categories = [{ Name: category }];
  }
  return [...labels.values()].sort((a, b) => b.Confidence - a.Confidence);
}

/** Of Rekognition's names for expressions; it has no neutral one, but CALM. */
const EMOTIONS: Readonly<Record<string, string>> = {
  happy: 'HAPPY',
  sad: 'SAD',
  angry: 'ANGRY',
  surprise: 'SURPRISED',
  fear: 'FEAR',
  disgust: 'DISGUSTED',
  neutral: 'CALM',
};

export function toFace({ confidence, bounding_box, emotions }: FoundFace, size: Size, withEmotions: boolean): object {
  const shown = Object.entries(emotions).map(([name, each]) => ({
    Type: EMOTIONS[name] ?? 'UNKNOWN',
    Confidence: percent(each),
  }));
  return {
    BoundingBox: toBox(bounding_box, size),
    Confidence: percent(confidence),
    ...(withEmotions && { Emotions: shown.sort((a, b) => b.Confidence - a.Confidence) }),
  };
}

export function toImageProperties(colors: readonly FoundColor[]): object {
  const DominantColors = colors.map(({ hex, rgb, name, fraction }) => ({
    ...{ Red: rgb.r, Green: rgb.g, Blue: rgb.b, HexCode: hex, CSSColor: name, SimplifiedColor: name },
    PixelPercent: percent(fraction),
  }));
  return { DominantColors };
}
