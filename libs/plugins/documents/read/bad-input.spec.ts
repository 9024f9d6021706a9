import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { TextReader } from '@percept/sdk/models';
import { runCapability } from '@percept/sdk/testing';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { documentRead } from './read';
import type { ReadOutput } from './read-output';

/** Finds nothing on any picture. */
const blind: TextReader = {
  identity: { name: 'blind', version: '1', digest: '0' },
  uses: [],
  characters: [],
  run: async () => [],
};
const call = { models: { 'text-recognition': blind } };
const run = async (bytes: Uint8Array, input: Record<string, unknown> = {}) =>
  (await runCapability(documentRead, input, { ...call, media: { field: 'document', bytes } })) as unknown as ReadOutput;

/** A PDF of these objects, numbered from 1; the first is the catalogue. */
function pdfFrom(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(Buffer.concat(parts).length);
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
  }
  const start = Buffer.concat(parts).length;
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  parts.push(Buffer.from(`${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`));
  return Buffer.concat(parts);
}
const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const page = (contents: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F 4 0 R >> >> ${contents} >>`;
const stream = (data: string | Buffer, more = '') =>
  Buffer.concat([Buffer.from(`<< /Length ${data.length} ${more} >>\nstream\n`), Buffer.from(data), Buffer.from('\nendstream')]);
const HELLO = stream('BT /F 12 Tf 20 100 Td (Hello from the page) Tj ET');
/** A document of one page, repeated that often. */
const repeated = (count: number) =>
  pdfFrom([
    CATALOGUE,
    `<< /Type /Pages /Count ${count} /Kids [${'3 0 R '.repeat(count)}] >>`,
    page('/Contents 5 0 R'),
    FONT,
    HELLO,
  ]);

test('of 10,000 pages those are read that are asked for, and all of them are refused', async () => {
  const pdf = repeated(10_000);
  await expect(run(pdf)).rejects.toMatchObject({ details: { field: 'pages', reason: /10,000.*at most 2,000.*1-2000/ } });
  const { pages, page_count } = await run(pdf, { pages: '9999-' });
  expect(page_count).toBe(10_000);
  expect(pages.map(({ number, lines }) => [number, lines[0]!.text])).toEqual([
    [9_999, 'Hello from the page'],
    [10_000, 'Hello from the page'],
  ]);
});

test('a PDF without pages is refused', async () => {
  const none = pdfFrom([CATALOGUE, '<< /Type /Pages /Count 0 /Kids [] >>']);
  await expect(run(none)).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA', message: /the PDF has no pages/ });
});

test('pages that contain themselves end', async () => {
  const loop = pdfFrom([CATALOGUE, '<< /Type /Pages /Count 2 /Kids [3 0 R 2 0 R] >>', page('/Contents 5 0 R'), FONT, HELLO]);
  await expect(run(loop)).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA', message: /page 2 of the PDF is broken/ });
  expect((await run(loop, { pages: '1' })).content).toBe('Hello from the page');
});

test('an object stream that goes on in itself ends', async () => {
  const objects = stream('6 0 << /Type /Nothing >>', '/Type /ObjStm /N 1 /First 4 /Extends 6 0 R');
  const pdf = pdfFrom([
    ...[CATALOGUE, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', page('/Contents 5 0 R'), FONT, HELLO, objects],
  ]);
  expect((await run(pdf)).content).toBe('Hello from the page');
});

test('a stream that is much larger than the file, and one that says nothing of its end, are survived', async () => {
  const spaces = deflateSync(Buffer.alloc(32 * 1024 * 1024, 0x20), { level: 1 });
  const large = pdfFrom([
    ...[CATALOGUE, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', page('/Contents [6 0 R 5 0 R]'), FONT, HELLO],
    stream(spaces, '/Filter /FlateDecode'),
  ]);
  expect((await run(large)).content).toBe('Hello from the page');
  const endless = pdfFrom([
    ...[CATALOGUE, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', page('/Contents 5 0 R'), FONT],
    '<< /Length 99999999 >>\nstream\nBT /F 12 Tf 20 100 Td (Hello without an end) Tj ET',
  ]);
  expect((await run(endless)).page_count).toBe(1);
});

test('a form that draws itself without end stops at the memory of a document, and the next document is read', async () => {
  const resources = '/Resources << /Font << /F 4 0 R >> /XObject << /X 6 0 R >> >>';
  const bomb = pdfFrom([
    ...[CATALOGUE, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'],
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] ${resources} /Contents 5 0 R >>`,
    ...[FONT, stream('/X Do'), stream('/X Do /X Do', `/Type /XObject /Subtype /Form /BBox [0 0 300 200] ${resources}`)],
  ]);
  await expect(run(bomb)).rejects.toThrow(/reading it needs more than 768 MB of memory/);
  expect((await run(repeated(1))).content).toBe('Hello from the page');
});

test('a file that is embedded is not opened, and one that is a PDF and a ZIP is a PDF', async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage([300, 200]).drawText('Only what is on the page', { x: 20, y: 100, size: 12 });
  await pdf.attach(Buffer.from('secret of the attachment'), 'note.txt', { mimeType: 'text/plain' });
  const bytes = await pdf.save();
  expect((await run(bytes)).content).toBe('Only what is on the page');
  const both = Buffer.concat([bytes, Buffer.from('PK\u0003\u0004 and a ZIP behind it')]);
  expect((await run(both)).content).toBe('Only what is on the page');
});

test('a form without text, and an empty page, have none', async () => {
  const pdf = await PDFDocument.create();
  const form = pdf.addPage([300, 200]);
  pdf.getForm().createTextField('name').addToPage(form, { x: 20, y: 100, width: 200, height: 20 });
  pdf.addPage([300, 200]);
  const { content, pages } = await run(await pdf.save());
  expect(content.trim()).toBe('');
  expect(pages.map(({ lines, tables, paragraphs }) => [lines, tables, paragraphs])).toEqual([
    [[], [], []],
    [[], [], []],
  ]);
});

test('control characters of a text layer are left out', async () => {
  const text = stream('BT /F 12 Tf 20 150 Td (Before\\003after, and much more text) Tj 0 -50 Td (\\003) Tj ET');
  const pdf = pdfFrom([CATALOGUE, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', page('/Contents 5 0 R'), FONT, text]);
  expect((await run(pdf)).content).toBe('Before after, and much more text');
});

test('a TIFF of one pixel is a page without text', async () => {
  const tiff = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .tiff()
    .toBuffer();
  expect((await run(tiff)).pages).toMatchObject([{ width: 1, height: 1, unit: 'pixel', lines: [] }]);
});

test('two languages on a page are both there', async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const both = pdf.addPage([300, 200]);
  both.drawText('Größe und Gewicht prüfen', { x: 20, y: 150, size: 12, font });
  both.drawText('Vérifier la taille à l’arrivée', { x: 20, y: 100, size: 12, font });
  expect((await run(await pdf.save())).content).toBe('Größe und Gewicht prüfen\n\nVérifier la taille à l’arrivée');
});
