import { imageFromPixels, type TimingRecorder } from '@percept/sdk';
import type { BoundingBox } from '@percept/sdk/models';
import { findBarcodes } from '../barcodes/find-barcodes';
import { cover, type CoverMethod } from './cover';

/** The border as a part of the code's longer side: a bar code may be found on only a few of its rows. */
const BORDER = 0.15;
const MAX_ROUNDS = 10;

interface Picture {
  rgb: Uint8Array;
  width: number;
  height: number;
}

/** Covers codes until none can be read any more. @returns the covered boxes. */
export async function coverCodes(picture: Picture, method: CoverMethod, timer: TimingRecorder): Promise<BoundingBox[]> {
  const covered: BoundingBox[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = await findBarcodes(imageFromPixels(picture), { timer });
    if (found.length === 0) break;
    for (const { bounding_box } of found) {
      const box = grown(bounding_box, picture);
      // A mosaic of large squares may still read as a code.
      cover(picture.rgb, picture, box, round === 0 ? method : 'fill');
      covered.push(box);
    }
  }
  return covered;
}

/** Enlarges a box by a part of its longer side on each side. */
function grown({ x, y, width, height }: BoundingBox, image: Picture): BoundingBox {
  const border = Math.ceil(BORDER * Math.max(width, height));
  const [left, top] = [Math.max(0, x - border), Math.max(0, y - border)];
  const [right, bottom] = [Math.min(image.width, x + width + border), Math.min(image.height, y + height + border)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}
