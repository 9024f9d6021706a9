import { degrees, PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { Image } from '@percept/sdk';
import type { RecognizedLine, TextReader } from '@percept/sdk/models';
import { capabilityPath, runCapability } from '@percept/sdk/testing';
import sharp from 'sharp';
import { documentRead } from './read';
import type { ReadOutput } from './read-output';

const seen: { width: number; height: number }[] = [];
/** Reads what it is told, one line in the middle of each picture. */
const readerOf = (text: string): TextReader => ({
  identity: { name: 'stand-in', version: '1', digest: '0' },
  uses: [],
  characters: [],
  run: async (image: Image) => {
    const { width, height } = image.properties;
    seen.push({ width, height });
    const box = { x: width / 4, y: height / 4, width: width / 2, height: height / 40 };
    const polygon = [
      { x: box.x, y: box.y },
      { x: box.x + box.width, y: box.y },
      { x: box.x + box.width, y: box.y + box.height },
      { x: box.x, y: box.y + box.height },
    ];
    const line: RecognizedLine = { text, confidence: 0.9, bounding_box: box, polygon, words: [] };
    return [line];
  },
});

type Written = [text: string, x: number, y: number, size?: number];
/** A PDF of A4 pages with these texts; y counts from the top. */
async function pdfOf(pages: readonly (readonly Written[])[], { turned = 0 } = {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const texts of pages) {
    const page = pdf.addPage([595, 842]);
    for (const [text, x, y, size = 11] of texts) page.drawText(text, { x, y: 842 - y, size, font });
    if (turned) page.setRotation(degrees(turned));
  }
  return pdf.save();
}
const run = async (bytes: Uint8Array, input: Record<string, unknown> = {}, reader = readerOf('from the picture')) =>
  (await runCapability(documentRead, input, {
    media: { field: 'document', bytes },
    models: { 'text-recognition': reader },
  })) as unknown as ReadOutput;

const INVOICE: Written[] = [
  ['Invoice', 60, 80, 28],
  ['Thank you for your order. We ask you to pay', 60, 140],
  ['the amount below within thirty days.', 60, 154],
  ['Article', 60, 220],
  ['Quantity', 300, 220],
  ['Price', 450, 220],
  ['Bread, sliced', 60, 240],
  ['2', 300, 240],
  ['3.75', 450, 240],
  ['Butter', 60, 260],
  ['1', 300, 260],
  ['2.10', 450, 260],
  ['Invoice no.: 4711', 60, 330],
];

describe('a text layer', () => {
  test('gives lines with their words in inches, in reading order', async () => {
    const { pages, content, page_count } = await run(await pdfOf([INVOICE.toReversed()]));
    expect(capabilityPath(documentRead)).toBe('/v2/documents/read');
    expect(page_count).toBe(1);
    const page = pages[0]!;
    expect(page).toMatchObject({ number: 1, unit: 'inch', source: 'text_layer', angle: 0 });
    expect(page.width).toBeCloseTo(595 / 72, 3);
    expect(page.lines[0]!.text).toBe('Invoice');
    const line = page.lines.find(({ text }) => text.startsWith('Thank you'))!;
    expect(line.words!.map(({ text }) => text)).toEqual('Thank you for your order. We ask you to pay'.split(' '));
    expect(line.polygon[0]!.x).toBeCloseTo(60 / 72, 1);
    expect(line.polygon[3]!.y).toBeCloseTo(140 / 72, 1);
    for (const { text, span } of page.lines) expect(content.slice(span.offset, span.offset + span.length)).toBe(text);
  });

  test('gives lines alone where nobody wants the words', async () => {
    const { pages } = await run(await pdfOf([INVOICE]), { level: 'line' });
    expect(pages[0]!.lines[0]).toMatchObject({ text: 'Invoice', polygon: expect.any(Array) });
    expect(pages[0]!.lines[0]).not.toHaveProperty('words');
  });

  test('gives rows, paragraphs, tables and labels', async () => {
    const { pages, content } = await run(await pdfOf([INVOICE]));
    const { rows, paragraphs, tables, key_values } = pages[0]!;
    expect(rows.map(({ text }) => text)).toContain('Bread, sliced 2 3.75');
    expect(paragraphs.map(({ text, role }) => [text, role])).toEqual([
      ['Invoice', 'title'],
      ['Thank you for your order. We ask you to pay\nthe amount below within thirty days.', undefined],
      ['Invoice no.: 4711', undefined],
    ]);
    expect(tables).toHaveLength(1);
    expect(tables[0]).toMatchObject({ row_count: 3, column_count: 3 });
    expect(tables[0]!.cells.map(({ row, column, text }) => `${row}${column} ${text}`)).toEqual([
      ...['00 Article', '01 Quantity', '02 Price', '10 Bread, sliced', '11 2', '12 3.75', '20 Butter', '21 1', '22 2.10'],
    ]);
    for (const { text, span } of tables[0]!.cells) expect(content.slice(span.offset, span.offset + span.length)).toBe(text);
    expect(key_values).toMatchObject([{ key: 'Invoice no.', value: '4711' }]);
  });

  test('has two tables where two stand beside each other, though their rows line up', async () => {
    const rows = ['Bread', 'Butter', 'Milk', 'Salt'].flatMap((name, at): Written[] => [
      [name, 60, 240 + at * 20],
      [String(at + 1), 130, 240 + at * 20],
      [`${name} Street`, 330, 240 + at * 20],
      [`${at * 7}`, 440, 240 + at * 20],
    ]);
    const heads: Written[] = [
      ['Article', 60, 220],
      ['Count', 130, 220],
      ['Street', 330, 220],
      ['Number', 440, 220],
    ];
    const { pages } = await run(await pdfOf([[['Stock and shops', 60, 100, 20], ...heads, ...rows]]));
    const cells = pages[0]!.tables.map((table) => table.cells.map(({ text }) => text).slice(0, 4));
    expect(cells).toEqual([
      ['Article', 'Count', 'Bread', '1'],
      ['Street', 'Number', 'Bread Street', '0'],
    ]);
  });

  test('is written as Markdown, with what would be Markdown escaped', async () => {
    const { content, pages } = await run(await pdfOf([[...INVOICE, ['2 * 3 = [6]', 60, 400]]]), { format: 'markdown' });
    expect(content).toContain('# Invoice\n\nThank you');
    expect(content).toContain('| Article | Quantity | Price |\n| --- | --- | --- |\n| Bread, sliced | 2 | 3.75 |');
    expect(content).toContain('2 \\* 3 = \\[6\\]');
    const { span } = pages[0]!.lines.find(({ text }) => text === 'Butter')!;
    expect(content.slice(span.offset, span.offset + span.length)).toBe('Butter');
  });

  test.each([90, 180, 270])('of a page that is turned by %i degrees stands where it is shown', async (turned) => {
    const { pages } = await run(await pdfOf([[['Sideways and long enough', 60, 80]]], { turned }));
    const { width, height, angle, lines } = pages[0]!;
    expect(width > height).toBe(turned !== 180);
    expect((angle + 360) % 360).toBeCloseTo(turned, 0);
    const [start, end] = lines[0]!.polygon;
    const along = (Math.atan2(end!.y - start!.y, end!.x - start!.x) * 180) / Math.PI;
    expect((along + 360) % 360).toBeCloseTo(turned, 0);
  });

  test.each([90, 180, 270])('of a page that is turned by %i degrees has whole words and cells', async (turned) => {
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    const page = pdf.addPage([595, 842]);
    page.setRotation(degrees(turned));
    for (const [at, cells] of [
      ['INVOICE', 'VAT Reg'],
      ['Bristol', '22 Dock Road'],
      ['Nails', 'late'],
    ].entries()) {
      for (const [column, cell] of cells.entries()) {
        let x = 60 + column * 60;
        // Each letter is an object of its own, as typesetters place them.
        for (const letter of cell) {
          page.drawText(letter, { x, y: 700 - at * 16, size: 12, font });
          x += font.widthOfTextAtSize(letter, 12);
        }
      }
    }
    const { pages } = await run(await pdf.save());
    const rows = pages[0]!.rows.map(({ lines }) => lines.map((line) => pages[0]!.lines[line]!.text));
    expect(rows).toEqual([
      ['INVOICE', 'VAT Reg'],
      ['Bristol', '22 Dock Road'],
      ['Nails', 'late'],
    ]);
  });

  test('of text that is drawn upwards is read upwards', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage([595, 842]).drawText('Upwards and long enough', { x: 300, y: 200, size: 12, rotate: degrees(90) });
    const { pages } = await run(await pdf.save());
    expect(pages[0]!.lines.map(({ text }) => text)).toEqual(['Upwards and long enough']);
    expect(pages[0]!.angle).toBe(-90);
    const [start, end] = pages[0]!.lines[0]!.polygon;
    expect(start!.y).toBeGreaterThan(end!.y + 1);
  });

  test('has what a form is filled with', async () => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([595, 842]);
    const field = pdf.getForm().createTextField('name');
    field.setText('Ada Lovelace');
    field.addToPage(page, { x: 60, y: 700, width: 200, height: 20 });
    expect((await run(await pdf.save())).content).toBe('Ada Lovelace');
  });
});

describe('a page without a text layer', () => {
  const scan = async () => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([595, 842]);
    const png = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#eee' } })
      .png()
      .toBuffer();
    page.drawImage(await pdf.embedPng(png), { x: 0, y: 0, width: 595, height: 842 });
    page.drawText('p. 1', { x: 10, y: 10, size: 8 });
    return pdf.save();
  };

  test('is drawn and read, though a program has stamped a number on it', async () => {
    const { pages, content } = await run(await scan());
    expect(content).toBe('from the picture');
    expect(pages[0]).toMatchObject({ source: 'ocr', unit: 'inch' });
    expect(seen.at(-1)).toEqual({ width: Math.round((595 * 200) / 72), height: Math.round((842 * 200) / 72) });
    // A quarter of the page from the left.
    expect(pages[0]!.lines[0]!.polygon[0]!.x).toBeCloseTo(595 / 72 / 4, 2);
  });

  test('is read as `ocr` says', async () => {
    expect((await run(await scan(), { ocr: 'never' })).content).toBe('p. 1');
    expect((await run(await pdfOf([INVOICE]), { ocr: 'always' })).content).toBe('from the picture');
    await expect(run(await scan(), { ocr: 'perhaps' })).rejects.toMatchObject({ details: { field: 'ocr' } });
  });

  test('of 200 × 200 inches is drawn no larger than others', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage([14_400, 14_400]);
    const { pages } = await run(await pdf.save());
    expect(pages[0]).toMatchObject({ width: 200, height: 200 });
    expect(seen.at(-1)).toEqual({ width: 4096, height: 4096 });
  });
});

describe('pages', () => {
  test('are chosen by number and range', async () => {
    const pdf = await pdfOf([[['one', 60, 80]], [['two', 60, 80]], [['three', 60, 80]], [['four', 60, 80]]]);
    const chosen = async (pages: string) => (await run(pdf, { pages })).pages.map(({ number }) => number);
    expect(await chosen('2')).toEqual([2]);
    expect(await chosen('3-, 1,1')).toEqual([1, 3, 4]);
    expect(await chosen('-2')).toEqual([1, 2]);
    expect((await run(pdf, { pages: '4' })).page_count).toBe(4);
    for (const pages of ['9', '0', 'a', '3-2', ','])
      await expect(run(pdf, { pages })).rejects.toMatchObject({ details: { field: 'pages' } });
  });

  test('of a TIFF are all read, in pixels', async () => {
    const frame = (shade: number) => Buffer.alloc(120 * 160 * 3, shade);
    const tiff = await sharp(Buffer.concat([frame(255), frame(200), frame(100)]), {
      raw: { width: 120, height: 480, channels: 3, pageHeight: 160 },
    })
      .tiff()
      .toBuffer();
    const { pages, page_count } = await run(tiff);
    expect(page_count).toBe(3);
    expect(pages.map(({ number, width, height, unit }) => [number, width, height, unit])).toEqual(
      [1, 2, 3].map((number) => [number, 120, 160, 'pixel']),
    );
  });

  test('that are larger than images may be are scaled down, and answered in their own pixels', async () => {
    const large = await sharp({ create: { width: 3000, height: 6000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const { pages } = await run(large);
    expect(seen.at(-1)).toEqual({ width: 2048, height: 4096 });
    expect(pages[0]).toMatchObject({ width: 3000, height: 6000 });
    expect(pages[0]!.lines[0]!.polygon[0]).toEqual({ x: 750, y: 1500 });
  });
});

describe('bad input', () => {
  test('is refused with a reason', async () => {
    const pdf = Buffer.from(await pdfOf([INVOICE]));
    const refused = (bytes: Uint8Array) => expect(run(bytes)).rejects;
    await refused(Buffer.from('PK\x03\x04 a zip')).toMatchObject({ code: 'UNSUPPORTED_MEDIA', message: /ZIP archive/ });
    await refused(Buffer.from('%PDF-1.7\nnothing more')).toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: /broken or cut off/,
    });
    await refused(Buffer.from('II*\0nothing more')).toMatchObject({ code: 'UNSUPPORTED_MEDIA', message: /TIFF is broken/ });
    await refused(Buffer.alloc(0)).toMatchObject({ code: 'UNSUPPORTED_MEDIA', message: /empty/ });
    // Without its cross-reference table a PDF is put together again.
    expect((await run(pdf.subarray(0, pdf.indexOf('startxref')))).content).toContain('Invoice');
  });

  test('that is encrypted needs its password', async () => {
    const pdf = await PDFDocument.load(await pdfOf([INVOICE]));
    pdf.encrypt({ userPassword: 'sesame', ownerPassword: 'owner' });
    const bytes = await pdf.save();
    await expect(run(bytes)).rejects.toMatchObject({ details: { field: 'password', reason: /is required/ } });
    await expect(run(bytes, { password: 'open' })).rejects.toMatchObject({
      details: { field: 'password', reason: /another one/ },
    });
    expect((await run(bytes, { password: 'sesame' })).content).toContain('Thank you');
  });

  test('leaves the scripts of a document alone', async () => {
    const pdf = await PDFDocument.load(await pdfOf([INVOICE]));
    pdf.addJavaScript('open', 'while (true) app.alert("never")');
    pdf.getPage(0).drawRectangle({ x: 0, y: 0, width: 10, height: 10, color: rgb(1, 0, 0) });
    expect((await run(await pdf.save())).content).toContain('Invoice');
  });
});
