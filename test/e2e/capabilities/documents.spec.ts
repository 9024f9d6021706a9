import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { letteringImage } from '../../harness/fixtures/text/lettering';
import { waitFor } from '../../harness/wait-for';
import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';

interface Answer {
  content: string;
  page_count: number;
  pages: { number: number; source: string }[];
}

let percept: RunningPercept;
beforeAll(async () => (percept = await startPercept()));
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

async function pdfOf(pages: number, lines = 1): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage();
    page.drawText(`Page number ${number}`, { x: 60, y: 760, size: 12, font });
    for (let line = 1; line < lines; line++)
      page.drawText(`Line ${line} of a page that has much to say about nothing at all`, {
        x: 60,
        y: 760 - 14 * line,
        size: 9,
        font,
      });
  }
  return Buffer.from(await pdf.save());
}

const PATH = '/v2/documents/read';
const post = (body: Buffer | FormData | string, type?: string, path = PATH) =>
  percept.fetch(path, { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) });
const answerOf = async (response: Response | Promise<Response>) => (await (await response).json()) as Answer;

test('a PDF comes as a body, as a part of a form, or as Base64', async () => {
  const pdf = await pdfOf(2);
  const form = new FormData();
  form.append('document', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'a.pdf');
  form.append('pages', '2');
  expect(await answerOf(post(pdf, 'application/pdf'))).toMatchObject({ content: 'Page number 1\n\nPage number 2' });
  expect(await answerOf(post(form))).toMatchObject({ content: 'Page number 2', page_count: 2 });
  const json = JSON.stringify({ document: pdf.toString('base64'), pages: '1' });
  expect(await answerOf(post(json, 'application/json'))).toMatchObject({ content: 'Page number 1' });
});

test('an image is a document of one page, and is read', async () => {
  const answer = await answerOf(post(await letteringImage('TOTAL 12.50'), 'image/png'));
  expect(answer).toMatchObject({ content: expect.stringContaining('TOTAL'), pages: [{ number: 1, source: 'ocr' }] });
});

test('a page on its head, and one of a single pixel, are read by the models', async () => {
  const turned = await sharp(await letteringImage('TOTAL 12.50'))
    .rotate(180)
    .png()
    .toBuffer();
  expect(await answerOf(post(turned, 'image/png'))).toMatchObject({ content: expect.stringContaining('TOTAL') });
  const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .tiff()
    .toBuffer();
  expect(await answerOf(post(pixel, 'image/tiff'))).toMatchObject({ content: '', pages: [{ number: 1 }] });
});

test('a long document is answered with 202, and later with all of its pages', async () => {
  const accepted = await post(await pdfOf(30), 'application/pdf');
  expect(accepted.status).toBe(202);
  const { status_url } = (await accepted.json()) as { status_url: string };
  const { status, progress, result } = await waitFor(async () => {
    const analysis = (await (await percept.fetch(status_url)).json()) as { status: string; progress: object; result: Answer };
    return !['queued', 'running'].includes(analysis.status) && analysis;
  });
  expect(status).toBe('succeeded');
  expect(progress).toMatchObject({ processed_frames: 30, total_frames: 30, percent: 100 });
  expect(result.pages).toHaveLength(30);
  expect(result.content).toContain('Page number 30');
});

test('an answer that is very long is kept in parts, and comes as a whole', async () => {
  const accepted = await post(await pdfOf(60, 45), 'application/pdf');
  const { status_url } = (await accepted.json()) as { id: string; status_url: string };
  const text = await waitFor(async () => {
    const analysis = await (await percept.fetch(status_url)).text();
    return !/"status":"(queued|running)"/.test(analysis) && analysis;
  });
  expect(text.length).toBeGreaterThan(3_000_000);
  const { status, result } = JSON.parse(text) as { status: string; result: Answer & { processing_time_ms: number } };
  expect(status).toBe('succeeded');
  expect(result.pages.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
  expect(result.content).toContain('Page number 60');
  expect(result.processing_time_ms).toBeGreaterThan(0);
});

test('an uploaded PDF stands where a document is taken', async () => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await pdfOf(1))]), 'a.pdf');
  const { id, media_type } = (await (await post(form, undefined, '/v2/uploads')).json()) as { id: string; media_type: string };
  expect(media_type).toBe('application/pdf');
  const json = JSON.stringify({ document_url: id });
  expect(await answerOf(post(json, 'application/json'))).toMatchObject({ content: 'Page number 1' });
});

test('a broken PDF and a wrong password are the mistake of the caller', async () => {
  const broken = await post(Buffer.from('%PDF-1.4 and nothing'), 'application/pdf');
  expect(broken.status).toBe(400);
  expect(await broken.json()).toMatchObject({ error: { code: 'UNSUPPORTED_MEDIA', details: { field: 'document' } } });
  const pdf = await PDFDocument.load(await pdfOf(1));
  pdf.encrypt({ userPassword: 'sesame', ownerPassword: 'owner' });
  const locked = await post(Buffer.from(await pdf.save()), 'application/pdf', `${PATH}?password=open`);
  expect(locked.status).toBe(400);
  expect(await locked.json()).toMatchObject({ error: { details: { field: 'password' } } });
});
