import type { Image, Region } from '../image';
import { encodeWithOverlay } from '../pixels';
import { drawable } from './letters';
import { overlay, type LabelledBox } from './overlay';

/** The longer side of an annotated image: agents look at no more. */
const MAX_SIDE = 1600;
/** More would hide the image. */
const MAX_BOXES = 300;

/**
 * Draws the boxes of a capability's output on the image: of every list whose entries have a `bounding_box`.
 * @returns a JPEG, at most 1,600 pixels on its longer side; undefined if the output has no box.
 * @throws PerceptError UNSUPPORTED_MEDIA when the bytes of the image are broken.
 */
export async function drawAnnotations(image: Image, output: Readonly<Record<string, unknown>>): Promise<Uint8Array | undefined> {
  const boxes = boxesIn(output).slice(0, MAX_BOXES);
  if (boxes.length === 0) return undefined;
  const { properties } = image;
  const scale = Math.min(1, MAX_SIDE / Math.max(properties.width, properties.height));
  const size = {
    width: Math.max(1, Math.round(properties.width * scale)),
    height: Math.max(1, Math.round(properties.height * scale)),
  };
  return encodeWithOverlay({ ...size, rgb: await image.rgb(size) }, overlay(boxes, properties, size));
}

function boxesIn(output: Readonly<Record<string, unknown>>): LabelledBox[] {
  return Object.entries(output).flatMap(([list, entries]) =>
    Array.isArray(entries)
      ? entries.flatMap((entry: unknown, index) => boxOf(entry, `${list.replace(/s$/, '')} ${index + 1}`))
      : [],
  );
}

/** @param name label for an entry without a name that can be drawn. */
function boxOf(entry: unknown, name: string): LabelledBox[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { bounding_box: box, confidence, ...rest } = entry as Record<string, unknown>;
  if (!isRegion(box)) return [];
  const named = [rest['object'], rest['name'], rest['label'], rest['text']].find((each) => typeof each === 'string');
  const label = named !== undefined && /[A-Z0-9]/.test(drawable(named)) ? named : name;
  const percent = typeof confidence === 'number' ? ` ${Math.round(confidence * 100)}%` : '';
  return [{ ...box, label: `${label}${percent}` }];
}

function isRegion(box: unknown): box is Region {
  if (typeof box !== 'object' || box === null) return false;
  const { x, y, width, height } = box as Record<string, unknown>;
  return [x, y, width, height].every(Number.isFinite);
}
