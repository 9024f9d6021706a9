import type { PDFDocument, PDFPage, PDFRef } from '@cantoo/pdf-lib';
import type { PlacedText, LayoutPoint } from '../layout/geometry';

type PdfLib = typeof import('@cantoo/pdf-lib');

/**
 * The width of each character of the font, in thousandths of the font's size. Each word is stretched to the width that it has on
 * the page.
 */
const WIDTH = 500;
const ASCENT = 800;
const DESCENT = -200;
/** The font's character codes are UTF-16 code units. */
const TO_UNICODE = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
1 beginbfrange
<0000> <FFFF> <0000>
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;

/** Adds a font without glyphs, for text of any script that is searched and copied but never seen. */
export function addInvisibleFont(pdf: PDFDocument, { PDFName, PDFString }: PdfLib): PDFRef {
  const { context } = pdf;
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: 'Unseen',
      Flags: 5,
      FontBBox: [0, DESCENT, WIDTH, ASCENT],
      ItalicAngle: 0,
      Ascent: ASCENT,
      Descent: DESCENT,
      CapHeight: ASCENT,
      StemV: 80,
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: 'Unseen',
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      DW: WIDTH,
      CIDToGIDMap: PDFName.of('Identity'),
    }),
  );
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: 'Unseen',
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: context.register(context.flateStream(TO_UNICODE)),
    }),
  );
}

/** Writes words at their places. @param toPage converts points of the page as displayed to page coordinates. */
export function writeInvisibly(
  page: PDFPage,
  words: readonly PlacedText[],
  { lib, font, toPage }: { lib: PdfLib; font: PDFRef; toPage: (point: LayoutPoint) => LayoutPoint },
): void {
  const name = page.node.newFontDictionary('Unseen', font);
  const operators = words.flatMap(({ text, polygon }) => {
    const [start, end, , below] = polygon.map(toPage);
    if (!start || !end || !below || text === '') return [];
    const size = Math.hypot(start.x - below.x, start.y - below.y);
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    if (size <= 0 || length <= 0) return [];
    const along = levelled({ x: (end.x - start.x) / length, y: (end.y - start.y) / length });
    const up = { x: -along.y, y: along.x };
    // The baseline, relative to the middle of the word.
    const [back, down] = [length / 2, size / 2 + (DESCENT / 1000) * size];
    const middle = { x: (end.x + below.x) / 2, y: (end.y + below.y) / 2 };
    const stretch = (length / ((text.length * WIDTH * size) / 1000)) * 100;
    return [
      lib.setCharacterSqueeze(stretch),
      lib.setFontAndSize(name, size),
      lib.setTextMatrix(
        along.x,
        along.y,
        up.x,
        up.y,
        middle.x - along.x * back - up.x * down,
        middle.y - along.y * back - up.y * down,
      ),
      lib.showText(lib.PDFHexString.of(hexOf(`${text} `))),
    ];
  });
  if (operators.length === 0) return;
  page.pushOperators(
    lib.pushGraphicsState(),
    lib.beginText(),
    lib.setTextRenderingMode(lib.TextRenderingMode.Invisible),
    ...operators,
    lib.endText(),
    lib.popGraphicsState(),
  );
}

/**
 * PDF readers split tilted words: poppler, one word in four of a bent page in perspective. Up to this sine, about 11 degrees, a level
 * word still covers its print.
 */
const LEVEL = 0.2;

function levelled({ x, y }: LayoutPoint): LayoutPoint {
  if (Math.abs(y) < LEVEL) return { x: Math.sign(x), y: 0 };
  return Math.abs(x) < LEVEL ? { x: 0, y: Math.sign(y) } : { x, y };
}

const hexOf = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('');
