import { type Image, type Region, cropTurned } from '@percept/sdk';
import type { DetectedFace, InputSection } from '@percept/sdk/models';

/** The part that is turned is this much finer than the model's input. */
const FINER = 2;
/** Red, green, blue. */
const CHANNELS = 3;

/**
 * The pixels of a face for a model's square input: the stretched box, or (`resize: upright`) a square `margin` times as large,
 * turned until the eyes are level.
 */
export async function cropFace(
  image: Image,
  { bounding_box: box, roll = 0 }: Pick<DetectedFace, 'bounding_box' | 'roll'>,
  { size, resize, margin }: Pick<InputSection, 'size' | 'resize' | 'margin'>,
): Promise<Uint8Array> {
  const square = { width: size, height: size };
  if (resize !== 'upright') return image.crop(box, square);
  const side = Math.max(box.width, box.height) * margin;
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const direction = { x: Math.cos(roll), y: Math.sin(roll) };
  const part = around(centre, (side / 2) * (Math.abs(direction.x) + Math.abs(direction.y)), image.properties);
  const scale = Math.min(1, (size * FINER) / side);
  const [width, height] = [part.width, part.height].map((each) => Math.max(1, Math.round(each * scale))) as [number, number];
  const data = await image.crop(part, { width, height });
  const region = { centre: { x: centre.x - part.x, y: centre.y - part.y }, direction, length: side, height: side };
  return cropTurned({ data, width, height, scale }, region, square);
}

/** The part of a square inside the image, in whole pixels. */
function around(centre: { x: number; y: number }, half: number, image: { width: number; height: number }): Region {
  const x = Math.max(0, Math.floor(centre.x - half));
  const y = Math.max(0, Math.floor(centre.y - half));
  const right = Math.min(image.width, Math.ceil(centre.x + half));
  const bottom = Math.min(image.height, Math.ceil(centre.y + half));
  return { x, y, width: right - x, height: bottom - y };
}

/** RGB pixels with left and right exchanged. */
export function mirror(pixels: Uint8Array, width: number): Uint8Array {
  const turned = new Uint8Array(pixels.length);
  for (let at = 0; at < pixels.length; at += CHANNELS) {
    const column = (at / CHANNELS) % width;
    turned.set(pixels.subarray(at, at + CHANNELS), at + (width - 1 - 2 * column) * CHANNELS);
  }
  return turned;
}
