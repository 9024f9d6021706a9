import type { Region } from '@percept/sdk';
import type { BoundingBox, Frame } from '@percept/sdk/models';
import type { Candidate } from '@percept/sdk/models';

type Size = { width: number; height: number };

export const clampNumber = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Cuts the candidate at the edges of the image's content on the input. */
export function insideFrame(candidate: Candidate, { content }: Frame): Candidate {
  const right = content.x + content.width;
  const bottom = content.y + content.height;
  return {
    ...candidate,
    left: clampNumber(candidate.left, content.x, right),
    top: clampNumber(candidate.top, content.y, bottom),
    right: clampNumber(candidate.right, content.x, right),
    bottom: clampNumber(candidate.bottom, content.y, bottom),
  };
}

type Box = Pick<Candidate, 'left' | 'top' | 'right' | 'bottom'>;

/** Converts a candidate's box to pixels of the image; `region` is the part of the image that fills the frame's content. */
export function toRegionCoordinates(candidate: Box, { content }: Frame, region: Region): Box {
  const across = region.width / content.width;
  const down = region.height / content.height;
  return {
    left: region.x + (candidate.left - content.x) * across,
    top: region.y + (candidate.top - content.y) * down,
    right: region.x + (candidate.right - content.x) * across,
    bottom: region.y + (candidate.bottom - content.y) * down,
  };
}

/** A box in whole pixels of the image: inside its borders, at least one pixel wide and high. */
export function toWholePixels(box: Box, image: Size): BoundingBox {
  const x = clampNumber(Math.round(box.left), 0, image.width - 1);
  const y = clampNumber(Math.round(box.top), 0, image.height - 1);
  const right = clampNumber(Math.round(box.right), x + 1, image.width);
  const bottom = clampNumber(Math.round(box.bottom), y + 1, image.height);
  return { x, y, width: right - x, height: bottom - y };
}
