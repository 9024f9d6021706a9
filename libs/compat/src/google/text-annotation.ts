import type { BoundingBox } from '@percept/core';
import { toVertices, type Size } from './annotations';

export interface FoundLine {
  text: string;
  confidence: number;
  bounding_box: BoundingBox;
}

/** `textAnnotations`: the whole text first, then each line. Percept reads lines, so a line stands where Google has words. */
export function toTextAnnotations(lines: readonly FoundLine[]): object[] {
  if (lines.length === 0) return [];
  const whole = {
    locale: '',
    description: lines.map(({ text }) => text).join('\n'),
    boundingPoly: { vertices: toVertices(around(lines)) },
  };
  const each = lines.map(({ text, bounding_box }) => ({
    description: text,
    boundingPoly: { vertices: toVertices(bounding_box) },
  }));
  return [whole, ...each];
}

/** `fullTextAnnotation`: a block and a paragraph for each line; words and symbols without boxes, because Percept has none. */
export function toFullText(lines: readonly FoundLine[], { width, height }: Size): object {
  const blocks = lines.map((line) => {
    const boundingBox = { vertices: toVertices(line.bounding_box) };
    const { confidence } = line;
    const paragraph = { boundingBox, confidence, words: toWords(line) };
    return { boundingBox, confidence, blockType: 'TEXT', paragraphs: [paragraph] };
  });
  return { pages: [{ width, height, blocks }], text: lines.map(({ text }) => `${text}\n`).join('') };
}

/** The breaks say how clients join the symbols to the text. */
function toWords({ text, confidence }: FoundLine): object[] {
  const words = text.split(/\s+/u).filter(Boolean);
  return words.map((word, index) => {
    const symbols: object[] = Array.from(word, (letter) => ({ text: letter, confidence }));
    const type = index === words.length - 1 ? 'EOL_SURE_SPACE' : 'SPACE';
    symbols.push({ ...symbols.pop(), property: { detectedBreak: { type } } });
    return { confidence, symbols };
  });
}

function around(lines: readonly FoundLine[]): BoundingBox {
  const boxes = lines.map(({ bounding_box }) => bounding_box);
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
