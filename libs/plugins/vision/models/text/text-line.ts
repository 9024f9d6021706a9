import type { BoundingBox, RecognizedLine, TextPart, TextRegion } from '@percept/sdk/models';
import { computeLineConfidence } from './confidence';
import type { PositionedText } from './layout/joining';
import { along, corners } from './rectangle';
import { joinCharacters } from './words';
import type { PlacedPart } from './word-places';

interface Size {
  width: number;
  height: number;
}

/** A line, its words and their characters, with places in whole pixels inside the image. */
export function toTextLine({ text, confidence, region, words }: PositionedText, image: Size): RecognizedLine {
  return {
    text,
    confidence,
    // Not all of a bent line lies in its own rectangle.
    ...placeOf(
      region.bend
        ? along(
            region.direction,
            words.flatMap((word) => corners(word.region)),
          )
        : region,
      image,
    ),
    words: words.map((word) => ({
      ...toPart(word, word.text, image),
      characters: word.parts.map((part) => toPart(part, joinCharacters(part.characters), image)),
    })),
  };
}

function toPart({ region, characters }: PlacedPart, text: string, image: Size): TextPart {
  return { text, confidence: computeLineConfidence(characters), ...placeOf(region, image) };
}

/**
 * Height of the print as a share of the found region, which the reader needs with its margin. Chosen on the boxes of labelled
 * receipts; 0.82 fits those a little better, but cuts into high and low letters.
 */
export const PRINT = 0.86;

function placeOf(region: TextRegion, image: Size): Pick<TextPart, 'bounding_box' | 'polygon'> {
  const points = corners({ ...region, height: region.height * PRINT });
  const inside = points.map(({ x, y }) => ({ x: clamp(Math.round(x), image.width), y: clamp(Math.round(y), image.height) }));
  return { bounding_box: boxAround(points, image), polygon: inside };
}

/** The upright box, at least one pixel large. */
function boxAround(points: readonly { x: number; y: number }[], image: Size): BoundingBox {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const x = clamp(Math.floor(Math.min(...xs)), image.width - 1);
  const y = clamp(Math.floor(Math.min(...ys)), image.height - 1);
  const right = clamp(Math.ceil(Math.max(...xs)), image.width);
  const bottom = clamp(Math.ceil(Math.max(...ys)), image.height);
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value));
