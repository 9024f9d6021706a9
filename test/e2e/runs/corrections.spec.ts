import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

let dir: string;
let percept: RunningPercept;
beforeAll(async () => {
  dir = tempDir();
  mkdirSync(join(dir, 'receipts'));
  for (const name of ['one', 'two']) writeFileSync(join(dir, 'receipts', `${name}.pdf`), await receipt());
  percept = await startPercept({ env: { PERCEPT_DATA_ROOTS: dir, PERCEPT_PIPELINES_DIR: join(dir, 'pipelines') } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(dir);
});
const { send, post } = sending(() => percept);
const patch = async (path: string, corrections: object[]) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await percept.fetch(path, { method: 'PATCH', body: JSON.stringify({ corrections }), headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, any> };
};

async function receipt(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([300, 300]);
  for (const [index, [left, right = '']] of [['HARBOUR BAKERY LTD'], ['Date: 18/03/2024'], ['Total', '11.52']].entries()) {
    page.drawText(left!, { x: 30, y: 260 - index * 24, size: 10, font });
    page.drawText(right, { x: 200, y: 260 - index * 24, size: 10, font });
  }
  return Buffer.from(await pdf.save());
}

/** The run once it has ended: its stream ends then. */
async function ended(id: string) {
  await (await percept.fetch(`/v2/runs/${id}/events`)).text();
  return (await send(`/v2/runs/${id}`)).body;
}
const artifact = async (id: string, name: string) => (await percept.fetch(`/v2/runs/${id}/artifacts/${name}`)).text();

test('a corrected field of a run wins in every output, beside what the machine said', async () => {
  const source = readFileSync(join(ROOT, 'pipelines', 'receipts.yaml'), 'utf8');
  await percept.fetch('/v2/pipelines/receipts', { method: 'PUT', body: source, headers: { 'content-type': 'application/yaml' } });
  const { id } = (await post('/v2/pipelines/receipts/runs', { inputs: { folder: join(dir, 'receipts') } })).body;
  expect(await ended(id)).toMatchObject({ status: 'succeeded' });
  const [first, second] = (await send(`/v2/runs/${id}/items`)).body.items as { key: string }[];
  const at = `/v2/runs/${id}/items?key=${encodeURIComponent(first!.key)}`;

  const wrong = await patch(at, [{ path: 'read.fields.totl.value', value: 1 }]);
  expect([wrong.status, wrong.body['error'].message]).toEqual([400, expect.stringContaining("has no 'totl'")]);
  expect((await patch(at, [{ path: 'other.total', value: 1 }])).body['error'].message).toContain('begin with a step of the item');
  expect((await patch(`/v2/runs/${id}/items?key=nothing`, [{ path: 'read.review', value: false }])).status).toBe(404);
  expect(await ended(id)).toMatchObject({ status: 'succeeded', earlier_attempts: [] });

  const corrections = [
    { path: 'read.fields.total.value', value: 12.5 },
    { path: 'read.fields.tax.value', value: 0.98 },
  ];
  expect((await patch(at, corrections)).status).toBe(202);
  expect(await ended(id)).toMatchObject({ status: 'succeeded', counts: { succeeded: 2 }, earlier_attempts: [{ number: 1 }] });
  const [head, ...rows] = (await artifact(id, 'receipts.csv')).trim().split(/\r?\n/);
  expect(head).toBe('merchant,date,total,tax,currency,file,confidence,review');
  expect(rows.map((row) => row.split(',').slice(2, 4))).toEqual([
    ['12.5', '0.98'],
    ['11.52', ''],
  ]);
  const [corrected, untouched] = (await artifact(id, 'receipts.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(corrected).toMatchObject({
    total: 12.5,
    review: false,
    fields: { total: { value: 12.5, text: '11.52', review: false } },
  });
  expect(corrected.corrections).toMatchObject([
    { path: 'fields.total.value', value: 12.5, was: 11.52 },
    { path: 'fields.tax.value', value: 0.98, was: null },
  ]);
  expect(untouched).toMatchObject({ total: 11.52, corrections: [] });
  expect(second!.key).toContain('two');
  const { entries } = (await send('/v1/audit')).body as { entries: { action: string; target: string }[] };
  expect(entries[0]).toMatchObject({ action: 'PATCH /v2/runs/:id/items', target: id });
});

test('a result of an analysis is corrected by path', async () => {
  const headers = { 'content-type': 'application/pdf' };
  const accepted = await percept.fetch('/v2/documents/fields/async', { method: 'POST', body: await receipt(), headers });
  const { id, status_url } = (await accepted.json()) as { id: string; status_url: string };
  await waitFor(async () => (await send(status_url)).body.status === 'succeeded');
  const { status, body } = await patch(status_url, [{ path: 'fields.total.value', value: 12.5 }]);
  expect([status, body['result'].fields.total.value]).toEqual([200, 12.5]);
  expect((await send(status_url)).body.result.corrections).toMatchObject([
    { path: 'fields.total.value', value: 12.5, was: 11.52 },
  ]);
  expect((await patch(status_url, [{ path: 'fields.total.value', value: 'much' }])).body['error']).toMatchObject({
    message: expect.stringContaining('must be a number'),
    details: { field: 'corrections[0].value' },
  });
  const { entries } = (await send('/v1/audit')).body as { entries: { action: string; target: string }[] };
  expect(entries[0]).toMatchObject({ action: 'PATCH /v2/analyses/:id', target: id });
});
