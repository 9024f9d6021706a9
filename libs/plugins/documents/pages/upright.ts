import { cropTurned, imageFromPixels, type Image } from '@percept/sdk';
import { measureAngle, type PageLine, type PlacedText, type LayoutPoint } from '../layout/geometry';
import { readPicture, type Ocr } from './ocr';

/**
 * Reads the picture of a page, and reads it again upright if the text is sideways or upside down: one in six words was misread
 * otherwise. A tilted page is not turned: each line is cut out level anyway, and turning blurs it. Places refer to the original
 * page.
 * @param perPixel units of the page per pixel.
 */
export async function readUpright(image: Image, perPixel: number, ocr: Ocr): Promise<PageLine[]> {
  const lines = await readPicture(image, perPixel, ocr);
  const quarters = Math.round(measureAngle(lines) / 90);
  if (quarters === 0) return lines;
  const { upright, onPage } = await turn(image, quarters);
  const inPage = <T extends PlacedText>(piece: T): T => ({
    ...piece,
    polygon: piece.polygon.map(onPage).map(({ x, y }) => ({ x: x * perPixel, y: y * perPixel })),
  });
  const again = await readPicture(upright, 1, ocr);
  if (sureness(again) <= sureness(lines)) return lines;
  return again.map((line) => ({ ...inPage(line), words: line.words.map(inPage) }));
}

/** Measures how much was read, and how certainly. */
const sureness = (lines: readonly PageLine[]): number =>
  lines.reduce((sum, { text, confidence }) => sum + text.replace(/\s/g, '').length * confidence ** 2, 0);

/** The picture turned back by quarter turns, and a function from its points to those of the original. */
async function turn(image: Image, quarters: number): Promise<{ upright: Image; onPage: (point: LayoutPoint) => LayoutPoint }> {
  const { width, height } = image.properties;
  const [cos, sin] = [Math.cos((quarters * Math.PI) / 2), Math.sin((quarters * Math.PI) / 2)].map(Math.round) as [number, number];
  const size = {
    width: Math.abs(width * cos) + Math.abs(height * sin),
    height: Math.abs(width * sin) + Math.abs(height * cos),
  };
  const centre = { x: width / 2, y: height / 2 };
  const pixels = { data: await image.rgb({ width, height }), width, height, scale: 1 };
  const region = { centre, direction: { x: cos, y: sin }, length: size.width, height: size.height };
  const rgb = cropTurned(pixels, region, size);
  const onPage = ({ x, y }: LayoutPoint): LayoutPoint => {
    const [u, v] = [x - size.width / 2, y - size.height / 2];
    return { x: centre.x + u * cos - v * sin, y: centre.y + u * sin + v * cos };
  };
  return { upright: imageFromPixels({ ...size, rgb }), onPage };
}
