import createClient, {
  getLongRunningPoller,
  isUnexpected,
  parseResultIdFromResponse,
  type AnalyzeOperationOutput,
  type AnalyzeResultOutput,
  type DocumentIntelligenceClient,
} from '@azure-rest/ai-document-intelligence';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { letteringImage } from '../../harness/fixtures/text/lettering';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';
import { startAzureService, TRUSTING, type AzureService } from './azure-service';

const RECEIPT = [
  'CORNER BAKERY',
  '12 Mill Lane, Bristol',
  'Tel: +44 117 496 0123',
  '14/03/2026 09:41',
  'Rye bread 4.20',
  'Apple cake 3.30',
  'Subtotal 7.50',
  'VAT 1.50',
  'Total GBP 9.00',
  'Card 9.00',
];

let service: AzureService;
let client: DocumentIntelligenceClient;
/** All that a user changes. */
const clientWith = (key: string) => createClient(service.endpoint, { key }, TRUSTING);
beforeAll(async () => {
  service = await startAzureService();
  client = clientWith(service.percept.key);
});
afterAll(() => service.stop());
const { send, make } = sending(() => service.percept);

async function pdfOf(lines: readonly string[], more?: (pdf: PDFDocument) => void): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([400, 600]);
  lines.forEach((text, at) => page.drawText(text, { x: 40, y: 560 - at * 24, size: 12, font }));
  more?.(pdf);
  return Buffer.from(await pdf.save());
}

type Asked = { queryParameters?: Record<string, unknown>; bytes?: Buffer; body?: object; as?: DocumentIntelligenceClient };

const begin = (modelId: string, { queryParameters, bytes, body, as = client }: Asked) => {
  const sent = bytes ? { contentType: 'application/octet-stream', body: bytes } : { contentType: 'application/json', body };
  const path = as.path('/documentModels/{modelId}:analyze', modelId);
  return path.post({ ...sent, queryParameters } as Parameters<typeof path.post>[0]);
};
/** The id of the result of a document that was accepted. */
const idOf = (answer: unknown): string => parseResultIdFromResponse(answer as Parameters<typeof parseResultIdFromResponse>[0]);

/** As Azure's samples have it. */
async function analyze(modelId: string, asked: Asked): Promise<AnalyzeResultOutput> {
  const first = await begin(modelId, asked);
  if (isUnexpected(first)) throw new Error(first.body.error.message);
  const poller = getLongRunningPoller(client, first);
  const { body } = await poller.pollUntilDone();
  const { status, analyzeResult, error } = body as AnalyzeOperationOutput;
  if (status !== 'succeeded') throw new Error(error?.message ?? status);
  return analyzeResult!;
}

describe('prebuilt-read', () => {
  test('answers text, lines and words whose spans are their place in the content', async () => {
    const bytes = await pdfOf(['Delivery note for Zoë', 'Second line with € 5']);
    const { content, pages, paragraphs, modelId, apiVersion } = await analyze('prebuilt-read', { bytes });
    expect([modelId, apiVersion, content]).toEqual([
      'prebuilt-read',
      '2024-11-30',
      expect.stringMatching(/^Delivery note for Zoë\s+Second line with € 5$/),
    ]);
    const [page] = pages;
    expect(page).toMatchObject({ pageNumber: 1, unit: 'inch', width: expect.closeTo(400 / 72, 2) });
    const at = ({ offset, length }: { offset: number; length: number }) => content.slice(offset, offset + length);
    expect(page!.lines!.map(({ spans }) => at(spans[0]!))).toEqual(page!.lines!.map((line) => line.content));
    expect(page!.words!.map(({ span }) => at(span))).toEqual(page!.words!.map((word) => word.content));
    expect(page!.words!.map((word) => word.content)).toContain('Zoë');
    expect(page!.words!.every(({ polygon, confidence }) => polygon!.length === 8 && confidence === 1)).toBe(true);
    expect(paragraphs!.length).toBeGreaterThan(0);
  });

  test('reads a picture, in pixels, from Base64', async () => {
    const base64Source = (await letteringImage('TOTAL 12.50')).toString('base64');
    const { pages, content } = await analyze('prebuilt-read', { body: { base64Source } });
    expect(content).toContain('TOTAL');
    expect(pages[0]).toMatchObject({ unit: 'pixel' });
  });

  test('reads an address, and the pages that are named', async () => {
    const bytes = await pdfOf(['First page'], (pdf) => pdf.addPage([400, 600]).drawText('Second page', { x: 40, y: 500 }));
    const files = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'application/pdf' }).end(bytes));
    files.listen(0, '127.0.0.1');
    await once(files, 'listening');
    const urlSource = `http://127.0.0.1:${(files.address() as AddressInfo).port}/a.pdf`;
    const { pages, content } = await analyze('prebuilt-read', { body: { urlSource }, queryParameters: { pages: '2' } });
    files.close();
    expect([content, pages.map(({ pageNumber }) => pageNumber)]).toEqual(['Second page', [2]]);
  });

  test('a long document is answered whole', async () => {
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    for (let number = 1; number <= 20; number++) {
      const page = pdf.addPage([600, 800]);
      for (let line = 0; line < 40; line++)
        page.drawText(`page ${number} line ${line} ${'lorem ipsum '.repeat(6)}`, { x: 30, y: 770 - line * 18, size: 9, font });
    }
    const { pages, content } = await analyze('prebuilt-read', { bytes: Buffer.from(await pdf.save()) });
    expect([pages.length, pages.at(-1)!.lines!.length]).toEqual([20, 40]);
    expect(content).toContain('page 20 line 39');
  });

  test('says how it counts offsets', async () => {
    const queryParameters = { stringIndexType: 'utf16CodeUnit' };
    const { stringIndexType } = await analyze('prebuilt-read', { bytes: await pdfOf(['x']), queryParameters });
    expect(stringIndexType).toBe('utf16CodeUnit');
  });
});

test('prebuilt-layout answers tables, labels and Markdown', async () => {
  const rows = [
    ['Item', 'Count', 'Price'],
    ['Nails', '100', '3.50'],
    ['Hammer', '1', '12.00'],
  ];
  const bytes = await pdfOf(['Customer: ACME Ltd'], (pdf) => {
    const page = pdf.getPage(0);
    rows.forEach((row, r) =>
      row.forEach((text, c) => {
        page.drawRectangle({ x: 40 + c * 100, y: 400 - r * 24, width: 100, height: 24, borderWidth: 1 });
        page.drawText(text, { x: 46 + c * 100, y: 407 - r * 24, size: 11 });
      }),
    );
  });
  const queryParameters = { outputContentFormat: 'markdown', features: ['keyValuePairs'] };
  const { tables, keyValuePairs, content, contentFormat } = await analyze('prebuilt-layout', { bytes, queryParameters });
  const [table] = tables!;
  expect([tables!.length, table!.rowCount, table!.columnCount, contentFormat]).toEqual([1, 3, 3, 'markdown']);
  expect(table!.cells.map(({ content: text }) => text)).toEqual(rows.flat());
  expect(content).toContain('| Nails | 100 | 3.50 |');
  expect(keyValuePairs![0]).toMatchObject({ key: { content: 'Customer' }, value: { content: 'ACME Ltd' } });
});

test('prebuilt-receipt answers the fields of our own route with their types', async () => {
  const bytes = await pdfOf(RECEIPT);
  const { documents } = await analyze('prebuilt-receipt', { bytes });
  const answer = await service.percept.fetch('/v2/documents/fields?type=receipt', {
    ...{ method: 'POST', body: new Uint8Array(bytes), headers: { 'content-type': 'application/pdf' } },
  });
  const own = (await answer.json()) as any;
  const { docType, fields = {}, confidence } = documents![0]!;
  expect([docType, confidence]).toEqual(['receipt', own.confidence]);
  expect(fields.Total).toMatchObject({
    ...{ type: 'currency', valueCurrency: { amount: 9, currencyCode: 'GBP' } },
    ...{ content: own.fields.total.text, confidence: own.fields.total.confidence },
    boundingRegions: [{ pageNumber: 1, polygon: own.fields.total.polygon.flatMap(({ x, y }: any) => [x, y]) }],
  });
  expect(fields.MerchantName?.valueString).toBe(own.fields.merchant.value);
  expect(fields.TransactionDate?.valueDate).toBe('2026-03-14');
  expect(fields.TransactionTime?.valueTime).toBe('09:41:00');
  expect(fields.Items?.valueArray).toHaveLength(own.items.length);
  expect(own.items.length).toBeGreaterThan(0);
  expect(fields.Items!.valueArray![0]!.valueObject).toMatchObject({
    ...{ Description: { valueString: own.items[0].text.value } },
    TotalPrice: { valueCurrency: { amount: own.items[0].amount.value } },
  });
  // What is not there is absent.
  expect(fields).not.toHaveProperty('Tip');
});

test('prebuilt-invoice answers its numbers, dates and the IBAN', async () => {
  const lines = ['Nordlicht GmbH', 'Invoice No: 2026-117', 'Date: 2026-02-01', 'Due date: 2026-03-01', 'Consulting 100.00'];
  const bytes = await pdfOf([...lines, 'Net 100.00', 'VAT 19 % 19.00', 'Total EUR 119.00', 'IBAN DE89 3704 0044 0532 0130 00']);
  const { documents } = await analyze('prebuilt-invoice', { bytes });
  const { docType, fields = {} } = documents![0]!;
  expect(docType).toBe('invoice');
  expect(fields.InvoiceTotal?.valueCurrency).toEqual({ amount: 119, currencyCode: 'EUR' });
  expect(fields.InvoiceId?.valueString).toBe('2026-117');
  expect(fields.DueDate?.valueDate).toBe('2026-03-01');
  expect(fields.PaymentDetails!.valueArray![0]!.valueObject!.IBAN!.valueString).toBe('DE89370400440532013000');
});

test('output=pdf makes a searchable PDF, which the client downloads', async () => {
  const bytes = await letteringImage('HELLO 42');
  const first = await begin('prebuilt-read', { bytes, queryParameters: { output: ['pdf'] } });
  if (isUnexpected(first)) throw new Error(first.body.error.message);
  await getLongRunningPoller(client, first).pollUntilDone();
  const path = '/documentModels/{modelId}/analyzeResults/{resultId}/pdf';
  const stream = await client.path(path, 'prebuilt-read', idOf(first)).get().asNodeStream();
  expect([stream.status, stream.headers['content-type']]).toEqual(['200', 'application/pdf']);
  const chunks: Buffer[] = [];
  for await (const chunk of stream.body!) chunks.push(Buffer.from(chunk as Buffer));
  const again = await service.percept.fetch('/v2/documents/read?ocr=never', {
    ...{ method: 'POST', body: new Uint8Array(Buffer.concat(chunks)), headers: { 'content-type': 'application/pdf' } },
  });
  expect(((await again.json()) as any).content).toContain('HELLO');
});

describe('errors have the shape of Azure', () => {
  const codes = async (modelId: string, asked: Asked) => {
    const { status, body } = (await begin(modelId, asked)) as any;
    return [status, body.error.innererror?.code ?? body.error.code, body.error.message];
  };
  test.each([
    ['an unknown model', 'prebuilt-idDocument', {}, '404', 'ModelNotFound', 'prebuilt-layout'],
    ['a feature that we have not', 'prebuilt-layout', { features: ['formulas'] }, '400', 'UnsupportedFeature', 'formulas'],
    ['fields by question', 'prebuilt-layout', { queryFields: ['Party'] }, '400', 'UnsupportedFeature', 'queryFields'],
    ['figures', 'prebuilt-layout', { output: ['figures'] }, '400', 'UnsupportedOutput', 'figures'],
    ['a wrong index', 'prebuilt-read', { stringIndexType: 'bytes' }, '400', 'InvalidParameter', 'stringIndexType'],
    ['another version', 'prebuilt-read', { 'api-version': '2022-08-31' }, '400', 'UnsupportedApiVersion', '2024-11-30'],
  ])('%s', async (_what, modelId, queryParameters, status, code, words) => {
    const bytes = await pdfOf(['x']);
    expect(await codes(modelId, { bytes, queryParameters })).toEqual([status, code, expect.stringContaining(words)]);
  });

  test('no document, broken Base64 and neither of both', async () => {
    expect(await codes('prebuilt-read', { body: { base64Source: '***' } })).toEqual([
      '400',
      'InvalidParameter',
      expect.anything(),
    ]);
    expect(await codes('prebuilt-read', { body: {} })).toEqual([
      ...['400', 'InvalidParameter', expect.stringContaining('needs urlSource or base64Source')],
    ]);
  });

  test('a document that cannot be read fails when it is asked for', async () => {
    await expect(analyze('prebuilt-read', { bytes: Buffer.from('%PDF-1.4 and nothing') })).rejects.toThrow(/document/);
  });

  test('an unknown key, a key of another scope, and the result of another project', async () => {
    const bytes = await pdfOf(['x']);
    expect((await codes('prebuilt-read', { bytes, as: clientWith('unknown') })).slice(0, 2)).toEqual(['401', '401']);
    const { key } = await make({ scopes: ['webhooks'] });
    expect((await codes('prebuilt-read', { bytes, as: clientWith(key) })).slice(0, 2)).toEqual(['403', '403']);
    const first = await begin('prebuilt-read', { bytes });
    const id = idOf(first);
    const { body: project } = await send('/v2/projects', { method: 'POST', body: { name: 'other' } });
    const terms = { name: 'theirs', scopes: ['predict'] };
    const { body: theirs } = await send('/v1/keys', { method: 'POST', body: terms, headers: { 'percept-project': project.id } });
    const path = '/documentModels/{modelId}/analyzeResults/{resultId}';
    const answer = await clientWith(theirs.key).path(path, 'prebuilt-read', id).get();
    expect([answer.status, (answer.body as any).error.code]).toEqual(['404', 'NotFound']);
    for (const wrong of ['t0n', 't0n.rana_1', 'x'])
      expect((await client.path(path, 'prebuilt-read', wrong).get()).status).toBe('404');
  });
});

test('a receipt counts as two requests of the key, and its parts are analyses', async () => {
  const { key } = await make({ plan: 'free', scopes: ['predict'] });
  const first = await begin('prebuilt-receipt', { bytes: await pdfOf(RECEIPT), as: clientWith(key) });
  expect([first.status, first.headers['x-ratelimit-remaining' as never]]).toEqual(['202', '998']);
  const [, ...parts] = idOf(first).split('.');
  const capabilities = await Promise.all(
    parts.map(async (part) => (await send(`/v2/analyses/${part.slice(1)}`)).body.capability),
  );
  expect(capabilities).toEqual(['document.read', 'document.fields']);
  await waitFor(async () => (await send(`/v2/analyses/${parts[1]!.slice(1)}`)).body.status === 'succeeded');
});

test('the client lists the models', async () => {
  const answer = await client.path('/documentModels').get();
  if (isUnexpected(answer)) throw new Error(answer.body.error.message);
  expect(answer.body.value.map(({ modelId }) => modelId)).toEqual([
    ...['prebuilt-read', 'prebuilt-layout', 'prebuilt-receipt', 'prebuilt-invoice'],
  ]);
  expect(service.sent()).toBeGreaterThanOrEqual(25);
});
