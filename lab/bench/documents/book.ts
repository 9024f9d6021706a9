import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

/** One page of this many is a scan, the first too. */
const SCAN_EVERY = 50;
const LINES = 44;
const WORDS =
  'harbour basket window copper orchard signal meadow lantern granite whistle ribbon compass cellar timber saddle voyage'.split(
    ' ',
  );

/** A book with pages of text and, among them, scans of that picture. @param scan a JPEG. */
export async function bookOf(pages: number, scan: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  const picture = await pdf.embedJpg(scan);
  for (let number = 0; number < pages; number++) {
    const page = pdf.addPage([595, 842]);
    if (number % SCAN_EVERY === 0) {
      const { width, height } = picture.scaleToFit(595, 842);
      page.drawImage(picture, { x: 0, y: 0, width, height });
      continue;
    }
    for (let line = 0; line < LINES; line++) {
      const words = Array.from({ length: 11 }, (_, at) => WORDS[(number * 7 + line * 5 + at * 3) % WORDS.length]!);
      page.drawText(`${words.join(' ')} ${number}.${line}`, { x: 50, y: 790 - line * 17, size: 11, font });
    }
  }
  return pdf.save();
}
