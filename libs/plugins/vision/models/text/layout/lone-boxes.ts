import type { Size } from '@percept/sdk';
import type { TextRegion } from '@percept/sdk/models';

/** From this share of the image's shorter side on, a box is large: first value if it has a letter, second if it has only signs. */
const LARGE = { letter: 0.08, sign: 0.04 };
/** Text near a box is at most this many of the box's heights away, and has a similar height. */
const NEAR = 3;
const LIKE_HEIGHT = 2;
/** From this confidence on, nearby text speaks for a box. */
const SURE = 0.8;
/**
 * Minimum confidence of a large box that stands alone, by its number of letters and digits: none, one, two, and so on. In 184
 * photographs, wings, beaks, claws and handles were read as up to four letters, with a confidence of at most 0.9.
 */
const SURE_ALONE = [0.9, 0.9, 0.8, 0.8, 0.7];
const LETTERS = /[\p{L}\p{N}]/gu;

interface Line {
  text: string;
  confidence: number;
  region: TextRegion;
}

/**
 * Removes large boxes with few letters, a low confidence and no similar text near them: such an "X" or "LLY" is usually the shape
 * of an object. Letters in a grid or on keys have others near them and stay.
 */
export function withoutLoneShapes<T extends Line>(lines: readonly T[], image: Size): T[] {
  const side = Math.min(image.width, image.height);
  const isShape = (line: T): boolean => {
    const letters = line.text.match(LETTERS)?.length ?? 0;
    return (
      line.confidence < (SURE_ALONE[letters] ?? 0) &&
      line.region.height >= side * (letters === 0 ? LARGE.sign : LARGE.letter) &&
      !lines.some((other) => other !== line && other.confidence >= SURE && isNear(line.region, other.region))
    );
  };
  return lines.filter((line) => !isShape(line));
}

function isNear(box: TextRegion, other: TextRegion): boolean {
  const [low, high] = [Math.min(box.height, other.height), Math.max(box.height, other.height)];
  if (high > LIKE_HEIGHT * low) return false;
  const away = Math.hypot(other.centre.x - box.centre.x, other.centre.y - box.centre.y);
  return away - (box.length + other.length) / 2 <= NEAR * box.height;
}
