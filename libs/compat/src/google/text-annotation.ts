import type { BoundingBox } from '@percept/sdk/models';
import { toVertices, type Size } from './annotations';

interface FoundText {
  text: string;
  confidence: number;
  /** Corners, clockwise from the start of the upper edge. */
  polygon: { x: number; y: number }[];
}
type FoundWord = FoundText & { characters: FoundText[] };
export type FoundLine = FoundText & { bounding_box: BoundingBox; words: FoundWord[] };

/** `textAnnotations`: the whole text first, then each word. */
export function toTextAnnotations(lines: readonly FoundLine[]): object[] {
  if (lines.length === 0) return [];
  const whole = {
    locale: '',
    description: lines.map(({ text }) => text).join('\n'),
    boundingPoly: { vertices: toVertices(around(lines)) },
  };
  const words = lines.flatMap((line) => line.words);
  return [whole, ...words.map(({ text, polygon }) => ({ description: text, boundingPoly: { vertices: polygon } }))];
}

/** `fullTextAnnotation`: each line becomes a block with a paragraph. */
export function toFullText(lines: readonly FoundLine[], { width, height }: Size): object {
  const blocks = lines.map((line) => {
    const place = placeOf(line);
    return { ...place, blockType: 'TEXT', paragraphs: [{ ...place, words: line.words.map(toWord) }] };
  });
  return { pages: [{ width, height, blocks }], text: lines.map(({ text }) => `${text}\n`).join('') };
}

/** Clients join the symbols to a text by the breaks. */
function toWord(word: FoundWord, index: number, { length }: readonly FoundWord[]): object {
  const symbols: object[] = word.characters.map((each) => ({ ...placeOf(each), text: each.text }));
  const type = index === length - 1 ? 'EOL_SURE_SPACE' : 'SPACE';
  symbols.push({ ...symbols.pop(), property: { detectedBreak: { type } } });
  return { ...placeOf(word), symbols };
}

const placeOf = ({ confidence, polygon }: FoundText): object => ({ boundingBox: { vertices: polygon }, confidence });

function around(lines: readonly FoundLine[]): BoundingBox {
  const boxes = lines.map(({ bounding_box }) => bounding_box);
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
