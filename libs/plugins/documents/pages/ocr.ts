import type { Image, TimingRecorder } from '@percept/sdk';
import type { ModelIdentity, TextReader } from '@percept/sdk/models';
import type { PageLine, PlacedText } from '../layout/geometry';

/** A text reader, and what a call records. */
export interface Ocr {
  reader: TextReader;
  timer: TimingRecorder;
  used: (model: ModelIdentity) => void;
  warn: (message: string) => void;
}

/** Lines with less confidence are noise: strokes of pictures, stamps, creases. */
const MIN_CONFIDENCE = 0.3;

/** Reads the picture of a page. @param perPixel units of the page per pixel. */
export async function readPicture(image: Image, perPixel: number, { reader, ...call }: Ocr): Promise<PageLine[]> {
  const lines = await reader.run(image, { minConfidence: MIN_CONFIDENCE, ...call });
  for (const identity of [reader.identity, ...reader.uses]) call.used(identity);
  const toPiece = ({ text, confidence, polygon }: PlacedText): PlacedText => ({
    text,
    confidence,
    polygon: polygon.map(({ x, y }) => ({ x: x * perPixel, y: y * perPixel })),
  });
  return lines.map((line) => ({ ...toPiece(line), words: line.words.map(toPiece) }));
}
