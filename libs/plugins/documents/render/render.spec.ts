import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import { runCapability } from '@percept/sdk/testing';
import sharp from 'sharp';
import { render, type RenderOutput } from './render';

async function pdfOf(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (let number = 0; number < pages; number++)
    pdf.addPage([400, 600]).drawRectangle({ x: 0, y: 0, width: 400, height: 300, color: rgb(1, 0, 0) });
  return pdf.save();
}
const run = async (bytes: Uint8Array, input: Record<string, unknown> = {}) =>
  (await runCapability(render, input, { media: { field: 'document', bytes } })) as unknown as RenderOutput;

test('a page comes as it is shown, no larger than asked', async () => {
  const { pages, page_count } = await run(await pdfOf(3), { pages: '2', side: 300 });
  expect([page_count, pages.length]).toEqual([3, 1]);
  expect(pages[0]).toMatchObject({ number: 2, height: 600 / 72, unit: 'inch' });
  const picture = sharp(Buffer.from(pages[0]!.picture, 'base64'));
  expect(await picture.metadata()).toMatchObject({ format: 'jpeg', width: 200, height: 300 });
  const { data } = await picture.raw().toBuffer({ resolveWithObject: true });
  // White above, red below.
  expect([data[1]! > 200, data.at(-2)! < 60]).toEqual([true, true]);
});

test('one answer has at most 20 pictures', async () => {
  const pdf = await pdfOf(21);
  expect((await run(pdf, { pages: '1-20', side: 16 })).pages).toHaveLength(20);
  await expect(run(pdf, { pages: '1-', side: 16 })).rejects.toMatchObject({ details: { field: 'pages' } });
});
