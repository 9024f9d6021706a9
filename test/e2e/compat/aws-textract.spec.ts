import { AnalyzeDocumentCommand, AnalyzeExpenseCommand, TextractClient, type Block } from '@aws-sdk/client-textract';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { letteringImage } from '../../harness/fixtures/text/lettering';
import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';

const [WIDTH, HEIGHT] = [400, 600];

let percept: RunningPercept;
let textract: TextractClient;
/** All that a user changes. */
const clientWith = ({ aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey }: any) =>
  new TextractClient({
    endpoint: percept.url,
    region: 'eu-central-1',
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
  });
beforeAll(async () => {
  percept = await startPercept();
  textract = clientWith(await make({ aws: true }));
});
afterAll(async () => {
  textract.destroy();
  await percept.stop();
  removeDir(percept.dataDir);
});
const { make } = sending(() => percept);

async function pdfOf(lines: readonly string[], draw?: (pdf: PDFDocument) => void): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([WIDTH, HEIGHT]);
  lines.forEach((text, at) => page.drawText(text, { x: 40, y: 560 - at * 24, size: 12, font }));
  draw?.(pdf);
  return Buffer.from(await pdf.save());
}

const byId = (blocks: Block[]) => new Map(blocks.map((block) => [block.Id!, block]));
/** The text of a block, from the words that it refers to. */
const textOf = (block: Block, all: Map<string, Block>): string =>
  (block.Relationships ?? [])
    .filter(({ Type }) => Type === 'CHILD')
    .flatMap(({ Ids }) => Ids!.map((id) => all.get(id)!.Text))
    .join(' ');

test('AnalyzeDocument answers tables with their cells, and forms with their labels', async () => {
  const rows = [
    ['Item', 'Count', 'Price'],
    ['Steel nails', '100', '3.50'],
    ['Hammer', '1', '12.00'],
  ];
  const Bytes = await pdfOf(['Customer: ACME Ltd'], (pdf) =>
    rows.forEach((row, r) =>
      row.forEach((text, c) => {
        const page = pdf.getPage(0);
        page.drawRectangle({ x: 40 + c * 100, y: 400 - r * 24, width: 100, height: 24, borderWidth: 1 });
        page.drawText(text, { x: 46 + c * 100, y: 407 - r * 24, size: 11 });
      }),
    ),
  );
  const command = new AnalyzeDocumentCommand({ Document: { Bytes }, FeatureTypes: ['TABLES', 'FORMS'] });
  const { Blocks, DocumentMetadata } = await textract.send(command);
  const all = byId(Blocks!);
  expect([DocumentMetadata!.Pages, all.size]).toEqual([1, Blocks!.length]);
  const cells = Blocks!.filter(({ BlockType }) => BlockType === 'CELL');
  expect(cells.map((cell) => [cell.RowIndex, cell.ColumnIndex, textOf(cell, all)])).toEqual(
    rows.flatMap((row, r) => row.map((text, c) => [r + 1, c + 1, text])),
  );
  const table = Blocks!.find(({ BlockType }) => BlockType === 'TABLE')!;
  expect(table.Relationships![0]!.Ids).toEqual(cells.map(({ Id }) => Id));
  const box = table.Geometry!.BoundingBox!;
  // Around what is written in it.
  expect([box.Left, box.Top]).toEqual([expect.closeTo(46 / WIDTH, 2), expect.closeTo((HEIGHT - 417) / HEIGHT, 2)]);
  expect(box.Left! + box.Width!).toBeLessThan(340 / WIDTH);
  const key = Blocks!.find(({ EntityTypes }) => EntityTypes?.includes('KEY'))!;
  const [pointer] = key.Relationships!.filter(({ Type }) => Type === 'VALUE');
  expect([textOf(key, all), textOf(all.get(pointer!.Ids![0]!)!, all)]).toEqual(['Customer:', 'ACME Ltd']);
  expect(Blocks![0]!.Relationships![0]!.Ids).toEqual(expect.arrayContaining([table.Id, key.Id]));
});

test('AnalyzeDocument answers what is asked for, of a picture too', async () => {
  const Document = { Bytes: await letteringImage('TOTAL 12.50') };
  const { Blocks } = await textract.send(new AnalyzeDocumentCommand({ Document, FeatureTypes: ['TABLES'] }));
  expect(new Set(Blocks!.map(({ BlockType }) => BlockType))).toEqual(new Set(['PAGE', 'LINE', 'WORD']));
  expect(Blocks!.find(({ BlockType }) => BlockType === 'LINE')!.Text).toContain('TOTAL');
});

test('AnalyzeExpense answers summary and items by the names of Textract', async () => {
  const lines = ['CORNER BAKERY', '12 Mill Lane, Bristol', '14/03/2026 09:41', 'Rye bread 4.20', 'Apple cake 3.30'];
  const Bytes = await pdfOf([...lines, 'Subtotal 7.50', 'VAT 1.50', 'Total GBP 9.00']);
  const { ExpenseDocuments } = await textract.send(new AnalyzeExpenseCommand({ Document: { Bytes } }));
  const [{ SummaryFields, LineItemGroups, Blocks }] = ExpenseDocuments as [NonNullable<typeof ExpenseDocuments>[0]];
  const found = new Map(SummaryFields!.map((field) => [field.Type!.Text, field]));
  expect(found.get('VENDOR_NAME')!.ValueDetection!.Text).toBe('CORNER BAKERY');
  expect(found.get('TOTAL')).toMatchObject({
    ValueDetection: { Text: expect.stringContaining('9.00') },
    Currency: { Code: 'GBP' },
  });
  expect(found.get('INVOICE_RECEIPT_DATE')!.ValueDetection!.Text).toContain('14/03/2026');
  expect(found.has('GRATUITY')).toBe(false);
  const { Left, Top, Width, Height } = found.get('TOTAL')!.ValueDetection!.Geometry!.BoundingBox!;
  for (const part of [Left, Top, Width, Height]) expect(part).toBeGreaterThan(0);
  expect(Left! + Width!).toBeLessThanOrEqual(1);
  const items = LineItemGroups![0]!.LineItems!.map(({ LineItemExpenseFields: parts }) =>
    Object.fromEntries(parts!.map((part) => [part.Type!.Text, part.ValueDetection!.Text])),
  );
  expect(items).toMatchObject([
    { ITEM: 'Rye bread', PRICE: '4.20' },
    { ITEM: 'Apple cake', PRICE: '3.30' },
  ]);
  expect(Blocks!.some(({ Text }) => Text === 'CORNER BAKERY')).toBe(true);
});

test('what Percept has not, many pages and broken files are the exceptions of Textract', async () => {
  const Bytes = await pdfOf(['x']);
  const nameOf = async (answer: Promise<unknown>): Promise<string> =>
    answer.then(
      () => 'none',
      (error: Error) => `${error.name}: ${error.message}`,
    );
  const analyze = (bytes: Buffer, FeatureTypes: any = ['TABLES']) =>
    nameOf(textract.send(new AnalyzeDocumentCommand({ Document: { Bytes: bytes }, FeatureTypes })));
  expect(await analyze(Bytes, ['QUERIES'])).toMatch(/^ValidationException.*QUERIES.*TABLES, FORMS/);
  expect(await analyze(Bytes, [])).toMatch(/^ValidationException/);
  expect(await analyze(Buffer.from('words'))).toMatch(/^UnsupportedDocumentException/);
  for (const count of [2, 40]) {
    const many = await pdfOf(['x'], (pdf) => Array.from({ length: count - 1 }, () => pdf.addPage()));
    expect(await analyze(many)).toMatch(new RegExp(`^UnsupportedDocumentException.* has ${count} pages`));
    const expense = textract.send(new AnalyzeExpenseCommand({ Document: { Bytes: many } }));
    expect(await nameOf(expense)).toMatch(/^UnsupportedDocumentException/);
  }
});

test('AnalyzeExpense counts as two requests of the key', async () => {
  const made = await make({ plan: 'free', aws: true, scopes: ['predict'] });
  const client = clientWith(made);
  let left: string | undefined;
  client.middlewareStack.add(
    (next) => async (call) => {
      const answer = await next(call);
      left = (answer.response as { headers: Record<string, string> }).headers['x-ratelimit-remaining'];
      return answer;
    },
    { step: 'deserialize' },
  );
  await client.send(new AnalyzeExpenseCommand({ Document: { Bytes: await pdfOf(['Total 9.00']) } }));
  client.destroy();
  expect(left).toBe('998');
});
