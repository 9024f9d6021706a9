import { frameIn, middleValue, rectanglePolygon, type PageLine, type PlacedText, type LayoutPoint } from '../layout/geometry';
import type { Pdfium } from './pdfium';

/** The text that a page of a PDF contains, in points of the upright page. */
export interface TextLayer {
  lines: PageLine[];
  /** Characters that are not white space. */
  characters: number;
  /** The share of these characters that are garbage: without a meaning, or of no script. */
  garbage: number;
}

interface Glyph {
  text: string;
  box: { left: number; right: number; top: number; bottom: number };
  /** Quarter turns clockwise of the text. */
  turn: number;
}

/** A gap wider than this many times the height of a line begins another line: columns and table cells stand apart. */
const APART = 1.2;
/** Two glyphs are on one row if their middles differ by less than this share of their height. */
const SAME_ROW = 0.6;
/** How PDFium writes a hyphen at the end of a line. */
const HYPHENS = [0x02, 0xfffe];
/** Fonts without a map give such codes. No reader of the text can use them. */
const CONTROL = /^\p{Cc}$/u;
const LIGATURES = /[\ufb00-\ufb06]/;

/** The words of a page from PDFium's characters, in the order of the document. */
export function readTextLayer(pdfium: Pdfium, page: number, size: { width: number; height: number }): TextLayer {
  const place = placing(pdfium, page, size);
  // PDFium reads the words of a page that is shown upside down backwards.
  const quarters = pdfium._FPDFPage_GetRotation(page);
  pdfium._FPDFPage_SetRotation(page, 0);
  const text = pdfium._FPDFText_LoadPage(page);
  pdfium._FPDFPage_SetRotation(page, quarters);
  const layer: TextLayer = { lines: [], characters: 0, garbage: 0 };
  if (text === 0) return layer;
  const at = pdfium._malloc(16);
  const words: Glyph[][] = [];
  let word: Glyph[] = [];
  const end = () => {
    if (word.length > 0) words.push(word);
    word = [];
  };
  let garbage = 0;
  for (let index = 0, count = pdfium._FPDFText_CountChars(text); index < count; index++) {
    const code = pdfium._FPDFText_GetUnicode(text, index);
    const character = characterFrom(code);
    if (character.trim() === '') {
      end();
      continue;
    }
    layer.characters++;
    if (isGarbage(character) || pdfium._FPDFText_HasUnicodeMapError(text, index) === 1) garbage++;
    if (CONTROL.test(character)) {
      end();
      continue;
    }
    if (!pdfium._FPDFText_GetLooseCharBox(text, index, at)) continue;
    const [left, top, right, bottom] = pdfium.HEAPF32.subarray(at / 4, at / 4 + 4);
    const box = place.box(left!, top!, right!, bottom!);
    const turn = (place.turn + Math.round((pdfium._FPDFText_GetCharAngle(text, index) / Math.PI) * 2)) & 3;
    const glyph = { text: character, box, turn };
    if (word.length > 0 && !isNext(word.at(-1)!, glyph)) end();
    word.push(glyph);
  }
  end();
  pdfium._free(at);
  pdfium._FPDFText_ClosePage(text);
  layer.lines = linesOf(words);
  layer.garbage = garbage / Math.max(1, layer.characters);
  return layer;
}

function characterFrom(code: number): string {
  if (HYPHENS.includes(code)) return '-';
  if (code === 0 || code > 0x10ffff) return '\ufffd';
  const character = String.fromCodePoint(code);
  return LIGATURES.test(character) ? character.normalize('NFKC') : character;
}

/** Of no script: replaced, private, or a control character. */
const isGarbage = (character: string): boolean => /^[\ufffd\p{Co}\p{Cn}\p{Cc}]/u.test(character);

/** Converts page coordinates to points of the upright page as displayed. */
function placing(pdfium: Pdfium, page: number, { width, height }: { width: number; height: number }) {
  const at = pdfium._malloc(8);
  // PDFium returns whole numbers, so thousandths of a point are requested.
  const fine = Math.min(1000, 2 ** 30 / Math.max(width, height, 1));
  const shown = (x: number, y: number): LayoutPoint => {
    pdfium._FPDF_PageToDevice(page, 0, 0, Math.round(width * fine), Math.round(height * fine), 0, x, y, at, at + 4);
    const [toX, toY] = pdfium.HEAP32.subarray(at / 4, at / 4 + 2);
    return { x: toX! / fine, y: toY! / fine };
  };
  const [zero, right, up] = [shown(0, 0), shown(100, 0), shown(0, 100)];
  pdfium._free(at);
  const along = { x: (right.x - zero.x) / 100, y: (right.y - zero.y) / 100 };
  const across = { x: (up.x - zero.x) / 100, y: (up.y - zero.y) / 100 };
  const point = (x: number, y: number): LayoutPoint => ({
    x: zero.x + x * along.x + y * across.x,
    y: zero.y + x * along.y + y * across.y,
  });
  return {
    box: (left: number, top: number, rightEdge: number, bottom: number) =>
      frameIn([point(left, top), point(rightEdge, bottom)], 0),
    /** Quarter turns clockwise of text that is upright in page coordinates. */
    turn: Math.round((Math.atan2(along.y, along.x) / Math.PI) * 2),
  };
}

/** Whether two glyphs belong to one word: they are consecutive and, in a document without spaces, have no gap between them. */
function isNext(before: Glyph, after: Glyph): boolean {
  if (before.turn !== after.turn) return false;
  const [a, b] = [alongText(before), alongText(after)];
  const height = Math.max(0.1, Math.min(a.bottom - a.top, b.bottom - b.top));
  const isSameRow = Math.abs((a.top + a.bottom - b.top - b.bottom) / 2) < SAME_ROW * height;
  return isSameRow && b.left - a.right < 0.5 * height && b.left - a.right > -2 * height;
}

const alongText = ({ box, turn }: Pick<Glyph, 'box' | 'turn'>) =>
  frameIn(rectanglePolygon(box.left, box.top, box.right, box.bottom), turn * 90);

function linesOf(words: readonly Glyph[][]): PageLine[] {
  const lines: { words: Glyph[][] }[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line && continues(line.words.at(-1)!, word)) line.words.push(word);
    else lines.push({ words: [word] });
  }
  return lines.map((line) => {
    const parts = line.words.map(pieceFrom);
    const text = parts.map((part) => part.text).join(' ');
    return { text, confidence: 1, polygon: pieceFrom(line.words.flat()).polygon, words: parts };
  });
}

function continues(before: readonly Glyph[], after: readonly Glyph[]): boolean {
  const [last, first] = [before.at(-1)!, after[0]!];
  if (last.turn !== first.turn) return false;
  const [a, b] = [alongText(last), alongText(first)];
  const height = Math.max(0.1, middleValue([a.bottom - a.top, b.bottom - b.top]));
  if (Math.abs((a.top + a.bottom - b.top - b.bottom) / 2) >= SAME_ROW * Math.min(a.bottom - a.top, b.bottom - b.top))
    return false;
  // Hebrew and Arabic run to the left.
  const gap = b.left >= a.left ? b.left - a.right : a.left - b.right;
  return gap < APART * height;
}

function pieceFrom(glyphs: readonly Glyph[]): PlacedText {
  const { turn } = glyphs[0]!;
  const points = glyphs.flatMap(({ box }) => rectanglePolygon(box.left, box.top, box.right, box.bottom));
  const { left, right, top, bottom } = frameIn(points, 0);
  const corners = rectanglePolygon(left, top, right, bottom);
  const polygon = [...corners.slice(turn), ...corners.slice(0, turn)];
  return { text: glyphs.map(({ text }) => text).join(''), confidence: 1, polygon };
}
