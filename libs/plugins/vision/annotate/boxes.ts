import { PerceptError, type Region, type Size } from '@percept/sdk';
import type { LABELS } from './annotate-input';

/** A named box to draw, in pixels of the upright image. */
export interface Named {
  name: string;
  confidence?: number;
  bounding_box: Region;
}

/** The fields in which results name an object. */
const NAMES = ['object', 'name', 'label', 'text'] as const;

/** Reads a result of a capability. @throws PerceptError INVALID_REQUEST if it has no box. */
export function fromResult(result: Record<string, unknown>, index: number): Named {
  const { bounding_box: box, confidence } = result;
  if (!isRegion(box))
    throw PerceptError.invalid('boxes', `entry ${index + 1} has no 'bounding_box' with x, y, width and height as numbers.`);
  const name = NAMES.map((each) => result[each]).find((each) => typeof each === 'string');
  return { name: name ?? String(index + 1), bounding_box: box, ...(typeof confidence === 'number' && { confidence }) };
}

function isRegion(box: unknown): box is Region {
  if (typeof box !== 'object' || box === null) return false;
  const { x, y, width, height } = box as Record<string, unknown>;
  return [x, y, width, height].every(Number.isFinite);
}

export function formatLabel({ name, confidence }: Named, labels: (typeof LABELS)[number]): string {
  if (labels === 'none') return '';
  return labels === 'name' || confidence === undefined ? name : `${name} ${Math.round(confidence * 100)}%`;
}

/** Scales the size down so that no side is longer than `maxSide`. */
export function fitted({ width, height }: Size, maxSide = Infinity): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Scales a box to whole pixels of a copy, inside its borders. */
export function scaledBox({ x, y, width, height }: Region, image: Size, copy: Size): Region {
  const scale = copy.width / image.width;
  const inside = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value * scale)));
  const [left, top] = [inside(x, copy.width - 1), inside(y, copy.height - 1)];
  const [right, bottom] = [inside(x + width, copy.width), inside(y + height, copy.height)];
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}
