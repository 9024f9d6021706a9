import type { Size } from '../../../../media/images';
import type { TextRegion } from '../../../runtime';

/** A box is large from this share of the image's shorter side on: one with a letter, and one with signs alone. */
const LARGE = { letter: 0.1, sign: 0.04 };
/** Text around a box is at most this many of its heights away, and of a height like its own. */
const NEAR = 3;
const LIKE_HEIGHT = 2;
/** From this confidence on, a sign alone is text. */
const SURE = 0.8;
const LETTERS = /[\p{L}\p{N}]/gu;

interface Line {
  text: string;
  confidence: number;
  region: TextRegion;
}

/**
 * Without large boxes that have fewer than two letters, no text like them around, and no sure reading: such an "X" is the shape of a
 * thing. A single letter of a grid or on a key has others around it.
 */
export function withoutLoneShapes<T extends Line>(lines: readonly T[], image: Size): T[] {
  const side = Math.min(image.width, image.height);
  const isLarge = ({ text, region }: T): boolean => {
    const letters = text.match(LETTERS)?.length ?? 0;
    return letters < 2 && region.height >= side * (letters === 0 ? LARGE.sign : LARGE.letter);
  };
  const isShape = (line: T): boolean =>
    line.confidence < SURE &&
    isLarge(line) &&
    !lines.some((other) => other !== line && other.confidence >= SURE && isNear(line.region, other.region));
  return lines.filter((line) => !isShape(line));
}

function isNear(box: TextRegion, other: TextRegion): boolean {
  const [low, high] = [Math.min(box.height, other.height), Math.max(box.height, other.height)];
  if (high > LIKE_HEIGHT * low) return false;
  const away = Math.hypot(other.centre.x - box.centre.x, other.centre.y - box.centre.y);
  return away - (box.length + other.length) / 2 <= NEAR * box.height;
}
