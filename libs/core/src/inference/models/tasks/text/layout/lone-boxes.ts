import type { Size } from '../../../../media/images';
import type { TextRegion } from '../../../runtime';

/** A box is large from this share of the image's shorter side on: one with a letter, and one with signs alone. */
const LARGE = { letter: 0.08, sign: 0.04 };
/** Text around a box is at most this many of its heights away, and of a height like its own. */
const NEAR = 3;
const LIKE_HEIGHT = 2;
/** From this confidence on, text around a box speaks for it. */
const SURE = 0.8;
/**
 * So sure a large box must be that stands alone, by its letters and digits: none, one, two, and so on. In 184 photographs, what was read
 * from wings, beaks, claws and handles had 0.9 and less, and up to four letters.
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
