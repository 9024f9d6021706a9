import type { Frame } from '../../runtime';
import type { BoundingBox } from '../../runtime';
import type { Candidate } from './candidate';

type Size = { width: number; height: number };

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** The candidate cut at the edges of what the image fills of the input. */
export function insideFrame(candidate: Candidate, { content }: Frame): Candidate {
  const right = content.x + content.width;
  const bottom = content.y + content.height;
  return {
    ...candidate,
    left: clamp(candidate.left, content.x, right),
    top: clamp(candidate.top, content.y, bottom),
    right: clamp(candidate.right, content.x, right),
    bottom: clamp(candidate.bottom, content.y, bottom),
  };
}

/** A candidate's box in whole pixels of the image: inside its borders, at least one pixel wide and high. */
export function toImageCoordinates(candidate: Candidate, { content }: Frame, image: Size): BoundingBox {
  const across = image.width / content.width;
  const down = image.height / content.height;
  const x = clamp(Math.round((candidate.left - content.x) * across), 0, image.width - 1);
  const y = clamp(Math.round((candidate.top - content.y) * down), 0, image.height - 1);
  const right = clamp(Math.round((candidate.right - content.x) * across), x + 1, image.width);
  const bottom = clamp(Math.round((candidate.bottom - content.y) * down), y + 1, image.height);
  return { x, y, width: right - x, height: bottom - y };
}
